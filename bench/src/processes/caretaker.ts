// Cleans up after a bench that was killed, in its own process. Its standard input has one line of JSON for each resource
// that is added or removed. When the input ends, the bench has ended, and the remaining resources are removed.
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Belonging } from './child-process.ts'

const LONGEST_REMOVAL_MS = 40_000

const remove: { readonly [Kind in Belonging['kind']]: (name: string) => void | Promise<void> } = {
  process: (id) => void process.kill(Number(id), 'SIGKILL'),
  async database(address) {
    const { escapeIdentifier } = await import('pg')
    const { withClient } = await import('../../../test/support/postgres-client.ts')
    const url = new URL(address)
    const name = url.pathname.slice(1)
    url.pathname = '/postgres'
    await withClient(url.href, (client) =>
      client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`),
    )
  },
  async postgres(folder) {
    const { stopEmbeddedPostgres } = await import('../../../test/support/embedded-postgres.ts')
    await stopEmbeddedPostgres(folder)
  },
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
  for (const belonging of present.values()) {
    if (belonging.kind !== kind) continue
    // A resource that cannot be removed, or is gone already, does not keep the others.
    const removed = (async () => remove[kind](belonging.name))()
    await Promise.race([removed.catch(() => {}), pause(LONGEST_REMOVAL_MS)])
  }
}
process.exit()
