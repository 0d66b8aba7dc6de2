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
  /** Everything that the child has written to standard output and standard error so far. */
  readonly output: () => string
  readonly errorOutput: () => string
  /** Resolves when the child has ended, with how it ended. */
  readonly ended: Promise<Ended>
  /** Resolves with the first group of the pattern as soon as the child has printed it. */
  readonly says: (pattern: RegExp) => Promise<string>
  /** Asks the child to end, and kills it if it does not. */
  readonly stop: () => Promise<void>
}

export interface StartChildOptions {
  readonly arguments?: readonly string[]
  /** Flags for Node. */
  readonly flags?: readonly string[]
  /** The child's only environment variables, besides PATH and the temporary folder. */
  readonly env?: Readonly<Record<string, string>>
  /** The whole standard input. */
  readonly input?: string
}

const baseEnvironment = (): Record<string, string> => {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) }
}

/** Runs a script on the Node that runs the bench. The child is killed when the bench ends, however it ends. */
export const startChild = (script: string, options: StartChildOptions = {}): Child => {
  const child = spawn(
    process.execPath,
    [...(options.flags ?? []), '--conditions=@dropkit/source', script, ...(options.arguments ?? [])],
    { cwd: root, env: { ...baseEnvironment(), ...options.env }, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const gone = child.pid === undefined ? () => {} : keep({ kind: 'process', name: String(child.pid) })
  // The child may end before it has read all its input.
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
  // Prevents an unhandled rejection. Callers that await `ended` still get the error.
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
