// Provides the disk that `fill-disk.ts` fills.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CrashTest, Outcome, RunOptions } from '../crash-test.ts'
import { canLimitFileSize, fileSizeLimit, fillDisk, onSmallDisk } from '../fill-disk.ts'

const fillDiskProcess = fileURLToPath(new URL('../fill-disk-process.ts', import.meta.url))

/** Runs a command in its own process, in a namespace with a small file system. */
const inNamespace = (commandLine: readonly string[], say: RunOptions['say']): Promise<void> =>
  new Promise((resolve, reject) => {
    const [program = '', ...given] = commandLine
    const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line !== '') say(line)
    })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the run ended with ${code}`))))
  })

export const fullDisk: CrashTest = {
  name: 'full-disk',
  title: 'disk full, SQLite and uploads',
  mustHold: '0 lost, told to retry, claims go on once there is room',
  run: async (options) => {
    const outside = mkdtempSync(join(tmpdir(), 'dropkit-disk-'))
    const [folder, outcome] = [join(outside, 'disk'), join(outside, 'outcome.json')]
    mkdirSync(folder)
    try {
      const own = [process.execPath, '--conditions=@dropkit/source', fillDiskProcess, folder, outcome]
      const commandLine = onSmallDisk(folder, [
        ...own,
        options.size,
        String(options.seed),
        String(options.minutes ?? ''),
      ])
      if (commandLine) {
        await inNamespace(commandLine, options.say)
        return JSON.parse(readFileSync(outcome, 'utf8')) as Outcome
      }
      if (canLimitFileSize()) return await fillDisk(folder, fileSizeLimit(), options)
      throw new Error('no disk can be made full here: there is neither a namespace to be had nor prlimit')
    } finally {
      rmSync(outside, { recursive: true, force: true })
    }
  },
}
