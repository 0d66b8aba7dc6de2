import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

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

interface StartChildOptions {
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

/** A resource that must not outlive the bench. */
export interface Belonging {
  readonly kind: 'process' | 'database' | 'postgres' | 'folder'
  /** The process id, the database URL, the folder of an embedded Postgres, or the folder's path. */
  readonly name: string
}

let toCaretaker: NodeJS.WritableStream | undefined

/** A process that outlives the bench for a moment and cleans up, even if the bench is killed by SIGKILL. */
const caretaker = (): NodeJS.WritableStream => {
  if (toCaretaker) return toCaretaker
  const script = fileURLToPath(new URL('./caretaker.ts', import.meta.url))
  // Detached, so that a Ctrl-C in the terminal does not reach it.
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
  child.unref()
  const { stdin } = child
  ;(stdin as unknown as { unref(): void }).unref()
  toCaretaker = stdin
  return stdin
}

/** Registers a resource with the caretaker. Call the returned function when the resource is removed. */
export const keep = (belonging: Belonging): (() => void) => {
  const note = (isThere: boolean) => caretaker().write(`${JSON.stringify({ ...belonging, isThere })}\n`)
  note(true)
  return () => void note(false)
}

export interface Folder {
  readonly path: string
  readonly remove: () => void
}

/** A new, empty folder inside the temporary folder. */
export const makeFolder = (): Folder => {
  const path = mkdtempSync(join(tmpdir(), 'dropkit-bench-'))
  const gone = keep({ kind: 'folder', name: path })
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 })
      gone()
    },
  }
}
