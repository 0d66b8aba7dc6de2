import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Something that must not outlive the bench. */
export interface Belonging {
  readonly kind: 'process' | 'database' | 'postgres' | 'folder'
  /** A process's id, a database's URL, the folder of a Postgres of our own, a folder's path. */
  readonly name: string
}

let toCaretaker: NodeJS.WritableStream | undefined

/** A process that lives on for a moment when the bench is killed, even by a signal that nobody can catch. */
const caretaker = (): NodeJS.WritableStream => {
  if (toCaretaker) return toCaretaker
  const script = fileURLToPath(new URL('./caretaker.ts', import.meta.url))
  // In a session of its own: a Ctrl-C in the terminal is not for it.
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
  child.unref()
  const { stdin } = child
  ;(stdin as unknown as { unref(): void }).unref()
  toCaretaker = stdin
  return stdin
}

/** Notes that it is there; gives the function that notes that it has gone. */
export const keep = (belonging: Belonging): (() => void) => {
  const note = (isThere: boolean) => caretaker().write(`${JSON.stringify({ ...belonging, isThere })}\n`)
  note(true)
  return () => void note(false)
}

export interface Folder {
  readonly path: string
  readonly remove: () => void
}

/** A new, empty folder below the temporary folder. */
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
