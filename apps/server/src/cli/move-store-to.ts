import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type MovedStore, moveStore, sqlitePathOf } from '@dropkit/adapter-storage'
import { KEY_HOLDER_PREFIX, SHOW_KEYS_EVERY_MS } from '../master-key/key-holders.ts'
import { StartUpFault } from '../start-up-fault.ts'
import { machineClocks } from '../time/machine-clocks.ts'
import { auditAndWrite, createProgressLine } from './audit-store.ts'
import { requireStore } from './require-store.ts'
import { type StoreSettings, secretsOf } from './store-settings.ts'

export interface MoveOrder {
  /** As `sqlite:` or `postgres://` address. */
  readonly to: string
  /** Whether a copy in which an audit finds differences is put to use all the same. */
  readonly acceptsDifferences: boolean
}

/** Moves the store of the settings. Returns what to print, line by line. */
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
    throw new StartUpFault(
      `Not moved: the audit finds differences in ${to.name}, which ${from.name} has, too. --accept-differences moves it as it is; --cancel uses ${from.name} again.`,
    )
  const said = kind === 'moved' ? 'moved' : 'had moved'
  const files = settings.usesBucket ? 'S3_BUCKET' : 'DATA_DIR'
  return [
    `${said} ${rows} rows of ${tables} tables from ${from.name} to ${to.name}; both were compared row by row`,
    `Start the servers with that database as DATABASE_URL, and with the same MASTER_KEY and ${files}. Servers refuse to start on ${from.name} from now on.`,
  ]
}

/** What people call it holds no password, and is the same from whichever folder the command is run. */
function movedStore(url: string): MovedStore {
  const path = sqlitePathOf(url)
  if (path !== undefined) return { url, name: `sqlite:${resolve(path)}` }
  if (!URL.canParse(url)) return { url, name: 'Postgres' }
  const { host, pathname } = new URL(url)
  return { url, name: `postgres://${host}${pathname}` }
}

/** A server that runs writes its own key every few seconds; those of killed servers stay as they are. */
async function assertUnused(read: (prefix: string) => Promise<readonly string[]>): Promise<void> {
  const before = new Set(await read(KEY_HOLDER_PREFIX))
  if (before.size === 0) return
  await pause(1.5 * SHOW_KEYS_EVERY_MS)
  const changed = (await read(KEY_HOLDER_PREFIX)).filter((holder) => !before.has(holder))
  if (changed.length > 0)
    throw new StartUpFault(
      `Not moved: ${changed.length === 1 ? 'a server is' : `${changed.length} servers are`} running on this store. Stop all servers first.`,
    )
}
