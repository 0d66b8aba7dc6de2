import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type MovedStore, moveStore, sqlitePathOf } from '@dropkit/adapter-storage'
import { KEY_HOLDER_PREFIX, SHOW_KEYS_EVERY_MS } from '../master-key-of-store.ts'
import { StartUpError } from '../start-up.ts'
import { machineClocks } from '../time/service-clock.ts'
import { auditAndWrite, createProgressLine } from './audit-store.ts'
import { requireStore, type StoreSettings, secretsOf } from './store-settings.ts'

export interface MoveOrder {
  /** A `sqlite:` or `postgres://` URL. */
  readonly to: string
  /** Whether the copy is used even if an audit finds differences in it. */
  readonly acceptsDifferences: boolean
}

/** Moves the store of the settings to another database. Returns the lines to print. */
export async function moveStoreTo(
  settings: StoreSettings,
  { to: toUrl, acceptsDifferences }: MoveOrder,
  output: { write(text: string): unknown },
): Promise<readonly string[]> {
  requireStore(settings)
  const [from, to] = [movedStore(settings.databaseUrl), movedStore(toUrl)]
  const progress = createProgressLine()
  const { kind, rows, tables } = await moveStore({
    from,
    to,
    now: machineClocks.systemNow(),
    assertUnused,
    onProgress: ({ step, table, rows: done }) => progress.show(`${step} ${table}: ${done} rows`),
    async accept() {
      progress.clear()
      const audit = { databaseUrl: toUrl, secrets: secretsOf(settings), isJson: false }
      return (await auditAndWrite(audit, output)) || acceptsDifferences
    },
  }).finally(() => progress.clear())
  if (kind === 'not_accepted')
    throw new StartUpError(
      `Not moved: the audit finds differences in ${to.name}, which ${from.name} has too. --accept-differences finishes the move; --cancel uses ${from.name} again.`,
    )
  const said = kind === 'moved' ? 'moved' : 'had moved'
  const files = settings.usesBucket ? 'S3_BUCKET' : 'DATA_DIR'
  return [
    `${said} ${rows} rows of ${tables} tables from ${from.name} to ${to.name}; both were compared row by row`,
    `Start the servers with that database as DATABASE_URL, and with the same MASTER_KEY and ${files}. Servers refuse to start on ${from.name} from now on.`,
  ]
}

/** The name contains no password, and does not depend on the working directory. */
function movedStore(url: string): MovedStore {
  const path = sqlitePathOf(url)
  if (path !== undefined) return { url, name: `sqlite:${resolve(path)}` }
  if (!URL.canParse(url)) return { url, name: 'Postgres' }
  const { host, pathname } = new URL(url)
  return { url, name: `postgres://${host}${pathname}` }
}

/**
 * Throws if a server is running on the store. A running server rewrites its key-holder entry every few seconds, while the
 * entries of killed servers do not change.
 */
async function assertUnused(read: (prefix: string) => Promise<readonly string[]>): Promise<void> {
  const before = new Set(await read(KEY_HOLDER_PREFIX))
  if (before.size === 0) return
  await pause(1.5 * SHOW_KEYS_EVERY_MS)
  const changed = (await read(KEY_HOLDER_PREFIX)).filter((holder) => !before.has(holder))
  if (changed.length > 0)
    throw new StartUpError(
      `Not moved: ${changed.length === 1 ? 'a server is' : `${changed.length} servers are`} running on this store. Stop all servers first.`,
    )
}
