import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { keep } from './belongings.ts'

const START_MS = 60_000
const STOP_MS = 15_000

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Child {
  readonly pid: number
  /** All that it has written on standard output, and on standard error, until now. */
  readonly output: () => string
  readonly errorOutput: () => string
  /** How it ended; waits until it has. */
  readonly ended: Promise<Ended>
  /** The first group of the pattern in what it prints, as soon as it is there. */
  readonly says: (pattern: RegExp) => Promise<string>
  /** Asks it to end, and makes it end when it does not. */
  readonly stop: () => Promise<void>
}

export interface StartChildOptions {
  readonly arguments?: readonly string[]
  /** Of Node itself. */
  readonly flags?: readonly string[]
  /** The only settings it gets, besides where programs and temporary files are. */
  readonly env?: Readonly<Record<string, string>>
  /** All of its standard input. */
  readonly input?: string
}

const baseEnvironment = (): Record<string, string> => {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) }
}

/** Runs a script on the Node that runs the bench. It ends with the bench, however the bench ends. */
export const startChild = (script: string, options: StartChildOptions = {}): Child => {
  const child = spawn(
    process.execPath,
    [...(options.flags ?? []), '--conditions=@dropkit/source', script, ...(options.arguments ?? [])],
    { cwd: root, env: { ...baseEnvironment(), ...options.env }, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const gone = child.pid === undefined ? () => {} : keep({ kind: 'process', name: String(child.pid) })
  // It may end before it has read all.
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  const output = collect(child.stdout)
  const errorOutput = collect(child.stderr)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      gone()
      resolve({ code, signal })
    })
  })
  // Whoever waits for the end hears of it.
  ended.catch(() => {})
  const says = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const fail = (what: string) => {
        settle()
        reject(new Error(`${script} ${what}.\n${output()}${errorOutput()}`))
      }
      const timer = setTimeout(() => fail('did not start in time'), START_MS)
      const look = () => {
        const found = pattern.exec(output())?.[1]
        if (found === undefined) return
        settle()
        resolve(found)
      }
      const settle = () => {
        clearTimeout(timer)
        child.stdout.off('data', look)
      }
      child.stdout.on('data', look)
      ended.then(
        ({ code, signal }) => fail(`ended with ${signal ?? code}`),
        (error) => fail(`could not be run: ${error}`),
      )
      look()
    })
  return { pid: child.pid ?? 0, output, errorOutput, ended, says, stop: () => stop(child, ended) }
}

const collect = (stream: NodeJS.ReadableStream): (() => string) => {
  let text = ''
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return () => text
}

const stop = async (child: ChildProcess, ended: Promise<Ended>): Promise<void> => {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended.finally(() => clearTimeout(timer))
}
