// Cleans up after a bench that was killed, in its own process. Its standard input has one line of JSON for each resource
// that is added or removed. When the input ends, the bench has ended, and the remaining resources are removed.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Belonging } from './child-process.ts'

const dropDatabase = fileURLToPath(new URL('./drop-database.ts', import.meta.url))

const remove: { readonly [Kind in Belonging['kind']]: (name: string) => void } = {
  process: (id) => {
    try {
      process.kill(Number(id), 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  },
  database: (url) => void spawnSync(process.execPath, [dropDatabase, url], { timeout: 20_000 }),
  postgres: (folder) =>
    void spawnSync(process.execPath, [dropDatabase, '--server', folder], { timeout: 40_000 }),
  folder: (path) => rmSync(path, { recursive: true, force: true, maxRetries: 3 }),
}

const present = new Map<string, Belonging>()
for await (const line of createInterface({ input: process.stdin })) {
  const { isThere, ...belonging } = JSON.parse(line) as Belonging & { isThere: boolean }
  const key = `${belonging.kind} ${belonging.name}`
  if (isThere) present.set(key, belonging)
  else present.delete(key)
}
for (const kind of ['process', 'database', 'postgres', 'folder'] as const) {
  for (const belonging of present.values()) if (belonging.kind === kind) remove[kind](belonging.name)
}
