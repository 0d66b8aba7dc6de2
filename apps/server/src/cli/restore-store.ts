import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type BackupFile, openBackup, sqlitePathOf } from '@dropkit/adapter-storage'
import { diskPathOf, makeFolder } from '../files/content-store.ts'
import { flush, publishNew } from '../files/new-file.ts'
import { MASTER_KEY_ID } from '../master-key-of-store.ts'
import { masterKeyId, masterKeyPath } from '../ports/secrets.ts'
import { StartUpError } from '../start-up.ts'
import { auditAndWrite } from './audit-store.ts'
import { BACKUP_FORMAT, isNoFile, POSTGRES_ADVICE } from './backup-store.ts'
import { type StoreSettings, secretsOf } from './store-settings.ts'

export interface RestoreOrder {
  readonly path: string
  /** Whether the store is restored even if an audit finds differences in it. */
  readonly acceptsDifferences: boolean
}

/** The final paths, and the draft paths that are used until everything is checked. */
interface Places {
  readonly store: string
  readonly draftStore: string
  readonly files: string
  readonly draftFiles: string
  readonly key: string
}

/**
 * Restores a backup to where a server with these settings looks for its data. It never replaces existing data. The store
 * itself is put in place last, complete, and only after it was checked.
 */
export async function restoreStore(
  settings: StoreSettings,
  { path, acceptsDifferences }: RestoreOrder,
  output: { write(text: string): unknown },
): Promise<readonly string[]> {
  const places = placesOf(settings)
  const hadFiles = existsSync(places.files)
  const backupPath = resolve(path)
  if (!existsSync(backupPath)) throw new StartUpError(`${backupPath} does not exist`)
  if (isNoFile(backupPath)) throw new StartUpError(`${backupPath} is not a file, so it is no backup`)
  assertNothingThere(places)
  for (const folder of new Set([settings.dataDir, dirname(places.store)])) makeFolder(folder)
  try {
    copyFileSync(backupPath, places.draftStore)
    // The copy has the permissions of the backup.
    chmodSync(places.draftStore, 0o600)
    const { masterKey, key, uploads } = await unpack(settings, places, backupPath)
    const databaseUrl = `sqlite:${places.draftStore}`
    const secrets = secretsOf({ ...settings, masterKey })
    const isSound = await auditAndWrite({ databaseUrl, secrets, isJson: false }, output)
    if (!isSound && !acceptsDifferences)
      throw new StartUpError(
        'Nothing was restored: the audit finds differences in the backup. --accept-differences restores it as it is.',
      )
    putInPlace(places, key, uploads)
    return [
      `restored ${places.store} from ${backupPath}`,
      `with ${uploads} uploads`,
      noteOnKey(settings, masterKey, key),
    ]
  } finally {
    rmSync(places.draftFiles, { recursive: true, force: true })
    if (!hadFiles && existsSync(places.files) && readdirSync(places.files).length === 0)
      rmdirSync(places.files)
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${places.draftStore}${end}`, { force: true })
  }
}

function placesOf({ databaseUrl, dataDir }: StoreSettings): Places {
  const store = sqlitePathOf(databaseUrl)
  if (store === undefined) throw new StartUpError(POSTGRES_ADVICE)
  const end = `${randomBytes(6).toString('hex')}.part`
  const files = join(dataDir, 'files')
  return {
    store: resolve(store),
    draftStore: `${resolve(store)}.${end}`,
    files,
    // Inside, because the folder may be a link or a mount, which cannot be renamed.
    draftFiles: join(files, end),
    key: masterKeyPath(dataDir),
  }
}

/** The folders of `diskPathOf`. Others, such as lost+found, do not matter. */
const CONTENT_FOLDER = /^[0-9a-f]{2}$/

function assertNothingThere({ store, files }: Places): void {
  for (const end of ['', '-wal', '-shm']) {
    if (lstatSync(`${store}${end}`, { throwIfNoEntry: false }))
      throw new StartUpError(
        `Nothing was restored: ${store}${end} already exists, and may be in use. Move it away, or set another DATA_DIR.`,
      )
  }
  if (existsSync(files) && readdirSync(files).some((name) => CONTENT_FOLDER.test(name)))
    throw new StartUpError(`Nothing was restored: ${files} already contains uploads. Move them away first.`)
}

/**
 * Splits the draft: the store alone, its uploads in a folder, and the key if the backup contains one. A store of an earlier
 * release gets the tables of this one.
 */
async function unpack(
  settings: StoreSettings,
  { draftStore, draftFiles, key: keyPath }: Places,
  backupPath: string,
) {
  const backup = opened(draftStore, backupPath)
  try {
    const id = backup.keyValue(MASTER_KEY_ID)
    const { masterKey: ours, earlierKey } = settings
    const held = [ours, earlierKey].flatMap((key) => (key === null ? [] : [masterKeyId(key)]))
    if (ours !== null && id !== undefined && !held.includes(id))
      throw new StartUpError(
        `Nothing was restored: the backup was made with another master key (id ${id}) than the one in MASTER_KEY or ${keyPath} (id ${masterKeyId(ours)})`,
      )
    const storedKey = backup.noted('masterKey')
    const masterKey = ours ?? (storedKey === undefined ? null : new Uint8Array(Buffer.from(storedKey, 'hex')))
    // The key of the backup is used only if the settings have none.
    const key = ours === null ? (storedKey ?? null) : null
    const uploads = writeContents(backup, draftFiles)
    backup.keepStoreOnly()
    await backup.bringUpToDate()
    return { masterKey, key, uploads }
  } finally {
    backup.close()
  }
}

/** Opens the backup. Throws if the file is not a Dropkit backup, or is damaged. */
function opened(draftStore: string, backupPath: string): BackupFile {
  const backup = openBackup(draftStore)
  try {
    const format = backup.noted('format')
    const [error] = backup.errors()
    if (format === BACKUP_FORMAT && error === undefined) return backup
    throw new Error(error ?? 'it was not made by Dropkit')
  } catch (error) {
    backup.close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartUpError(`Nothing was restored: ${backupPath} is not a usable backup: ${reason}`, error)
  }
}

function writeContents(backup: BackupFile, draftFiles: string): number {
  let uploads = 0
  const folders = new Set<string>()
  for (const { name, bytes } of backup.contents()) {
    const path = diskPathOf(draftFiles, name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    folders.add(dirname(path))
    writeFileSync(path, bytes, { mode: 0o600, flush: true })
    uploads++
  }
  for (const folder of folders) flush(folder)
  return uploads
}

/**
 * The store is put in place last, because a store on its path means that a service exists. If a step fails, the earlier
 * steps are undone.
 */
function putInPlace(
  { store, draftStore, files, draftFiles, key: keyPath }: Places,
  key: string | null,
  uploads: number,
): void {
  const undo: (() => void)[] = []
  try {
    if (uploads > 0) {
      for (const name of readdirSync(draftFiles)) {
        renameSync(join(draftFiles, name), join(files, name))
        undo.push(() => rmSync(join(files, name), { recursive: true }))
      }
      for (const folder of [files, dirname(files)]) flush(folder)
    }
    if (key !== null) {
      writeFileSync(keyPath, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
      undo.push(() => rmSync(keyPath))
      flush(dirname(keyPath))
    }
    if (!publishNew(draftStore, store))
      throw new StartUpError(`Nothing was restored: another process has created ${store} in the meantime`)
  } catch (error) {
    for (const takeBack of undo.reverse()) takeBack()
    throw error
  }
}

function noteOnKey({ dataDir }: StoreSettings, masterKey: Uint8Array | null, key: string | null): string {
  if (key !== null) return `its master key is in ${masterKeyPath(dataDir)}`
  return masterKey === null
    ? `WITHOUT a master key: set the one of the service (MASTER_KEY, or ${masterKeyPath(dataDir)}) before you start the server`
    : 'under the master key that is here already'
}
