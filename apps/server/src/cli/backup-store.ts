import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type BackupFile, copyStore, expectsContent, sqlitePathOf } from '@dropkit/adapter-storage'
import { diskPathOf } from '../files/content-store.ts'
import { publish, publishNew } from '../files/new-file.ts'
import { LEAVING_KEY, MASTER_KEY_ID } from '../master-key-of-store.ts'
import { masterKeyId, masterKeyPath } from '../ports/secrets.ts'
import { StartUpError } from '../start-up.ts'
import { machineClocks } from '../time/service-clock.ts'
import { requireStore, type StoreSettings } from './store-settings.ts'

export interface BackupOrder {
  readonly path: string
  readonly mayReplace: boolean
  /** Whether the backup includes the master key. */
  readonly withKey: boolean
}

export const BACKUP_FORMAT = 'dropkit backup 1'

/** The number of attempts. An attempt fails if an upload is deleted while it is being copied. */
const MOST_ATTEMPTS = 3

export const POSTGRES_ADVICE = `Back up a store on Postgres with its own tools, also while servers run:
  pg_dump --format=custom --file=dropkit.dump "$DATABASE_URL"
Restore it into an empty database, with no server running, and audit it afterwards:
  pg_restore --exit-on-error --single-transaction --dbname="$DATABASE_URL" dropkit.dump
Also keep the master key, and DATA_DIR/files if uploads are not in a bucket (in the repository: docs/backup.md)`

/** Writes a backup of the whole service into one file, while the service may be running. Returns the lines to print. */
export async function backupStore(settings: StoreSettings, order: BackupOrder): Promise<readonly string[]> {
  const store = sqlitePathOf(settings.databaseUrl)
  if (store === undefined) throw new StartUpError(POSTGRES_ADVICE)
  const path = resolve(order.path)
  requireStore(settings)
  if (!existsSync(dirname(path))) throw new StartUpError(`There is no folder ${dirname(path)}`)
  const file = realpathSync(store)
  if (isOneOf(path, [file, `${file}-wal`, `${file}-shm`, masterKeyPath(settings.dataDir)]))
    throw new StartUpError(`${path} is part of the store. Choose another file for the backup.`)
  if (isNoFile(path))
    throw new StartUpError(`${path} is not a file. Name the file that the backup is written to.`)
  const taken = `${path} already exists; --overwrite replaces it`
  if (!order.mayReplace && existsSync(path)) throw new StartUpError(taken)
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    const lines = await writeDraft(settings, order, store, draft)
    if (order.mayReplace) publish(draft, path)
    else if (!publishNew(draft, path)) throw new StartUpError(taken)
    return [`backed up ${store} to ${path}`, ...lines]
  } finally {
    for (const end of ['', '-journal']) rmSync(`${draft}${end}`, { force: true })
  }
}

/** Whether something else than a file, such as a folder or a device, is at `path`. */
export const isNoFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === false

/** True also if `path` is another name of the same file. */
const isOneOf = (path: string, files: readonly string[]): boolean =>
  existsSync(path) && files.some((file) => existsSync(file) && realpathSync(file) === realpathSync(path))

async function writeDraft(
  settings: StoreSettings,
  { withKey }: BackupOrder,
  store: string,
  draft: string,
): Promise<readonly string[]> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    rmSync(draft, { force: true })
    const backup = await copyStore(store, draft)
    try {
      backup.note('format', BACKUP_FORMAT)
      backup.note('madeAt', new Date(machineClocks.systemNow()).toISOString())
      const contents = settings.usesBucket ? NO_CONTENTS : addContents(settings, store, backup)
      // The upload was deleted after the store was copied, so the copy refers to a missing file.
      if (contents === 'changed') continue
      const [error] = backup.errors()
      if (error !== undefined)
        throw new StartUpError(`The store is damaged, and no backup was made: ${error}`)
      return [...linesOfContents(settings, contents), noteKey(settings, withKey, backup)]
    } finally {
      backup.close()
    }
  }
  throw new StartUpError('No backup was made: uploads are deleted faster than they can be copied')
}

interface AddedContents {
  readonly added: number
  readonly missing: readonly string[]
}

const NO_CONTENTS: AddedContents = { added: 0, missing: [] }

/** Adds the uploads that the copied store refers to. Upload files never change, so later uploads do not matter. */
function addContents(
  { dataDir }: StoreSettings,
  store: string,
  backup: BackupFile,
): AddedContents | 'changed' {
  const missing: string[] = []
  let added = 0
  for (const name of backup.contentNames()) {
    const path = diskPathOf(join(dataDir, 'files'), name)
    if (existsSync(path)) {
      backup.addContent(name, readFileSync(path))
      added++
    } else if (expectsContent(store, name)) missing.push(name)
    else return 'changed'
  }
  return { added, missing }
}

function linesOfContents({ usesBucket, dataDir }: StoreSettings, { added, missing }: AddedContents) {
  if (usesBucket) return ['without the uploads: they are in S3_BUCKET, which you must back up separately']
  const lost = missing.map(
    (name) => `the upload ${name} is not in ${join(dataDir, 'files')}, and not in the backup`,
  )
  return [`with ${added} uploads`, ...lost]
}

/** Adds the master key to the backup if `withKey` is set. Returns a line that says where the key is. */
function noteKey({ masterKey, dataDir }: StoreSettings, withKey: boolean, backup: BackupFile): string {
  const id = backup.keyValue(MASTER_KEY_ID) ?? (masterKey && masterKeyId(masterKey))
  const isItsKey = masterKey !== null && masterKeyId(masterKey) === id
  if (!withKey) {
    const place = isItsKey
      ? `MASTER_KEY, or ${masterKeyPath(dataDir)}`
      : 'the settings contain it neither in MASTER_KEY nor in DATA_DIR'
    return `The backup does not contain the master key (id ${id}). Store the key separately (${place}): without it, no drop in the backup can be claimed. --with-key includes it.`
  }
  if (backup.keyValue(LEAVING_KEY) !== undefined)
    throw new StartUpError(
      'The master key is being rotated, so the store needs two keys. Use --with-key after the rotation.',
    )
  if (!isItsKey) throw new StartUpError(`The settings do not contain the master key of this store (id ${id})`)
  backup.note('masterKey', Buffer.from(masterKey).toString('hex'))
  return 'WITH the master key: anyone who reads the file can sign vouchers for every drop in it. Protect it like the key.'
}
