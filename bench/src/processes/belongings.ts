import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

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
