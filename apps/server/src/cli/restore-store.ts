import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type BackupFile, openBackup, sqlitePathOf } from '@dropkit/adapter-storage'
import { diskPathOf } from '../files/disk-content.ts'
import { makeFolder } from '../files/make-folder.ts'
import { MASTER_KEY_ID } from '../master-key-check.ts'
import { masterKeyId } from '../ports/sealed-secrets.ts'
import { StartUpFault } from '../start-up-fault.ts'
import { auditAndWrite } from './audit-store.ts'
import { BACKUP_FORMAT, POSTGRES_ADVICE } from './backup-store.ts'
import { flush, publish } from './durable-files.ts'
import { type StoreSettings, secretsOf } from './store-settings.ts'

export interface RestoreOrder {
  readonly path: string
  /** Whether a store in which an audit finds differences is put in place all the same. */
  readonly acceptsDifferences: boolean
}

/** Where things go, and where they wait until all is known to be well. */
interface Places {
  readonly store: string
  readonly draftStore: string
  readonly files: string
  readonly draftFiles: string
  readonly key: string
}

/**
 * Puts what a backup holds where a server with these settings looks for it. Nothing that is there is ever replaced, and
 * the store itself appears last, whole, once it is known to be sound: until then there is none.
 */
export async function restoreStore(
  settings: StoreSettings,
  { path, acceptsDifferences }: RestoreOrder,
  output: { write(text: string): unknown },
): Promise<readonly string[]> {
  const places = placesOf(settings)
  const backupPath = resolve(path)
  if (!existsSync(backupPath)) throw new StartUpFault(`There is no file ${backupPath}`)
  assertNothingThere(places)
  for (const folder of new Set([settings.dataDir, dirname(places.store)])) makeFolder(folder)
  try {
    copyFileSync(backupPath, places.draftStore)
    const { masterKey, key, uploads } = unpack(settings, places, backupPath)
    const databaseUrl = `sqlite:${places.draftStore}`
    const secrets = secretsOf({ ...settings, masterKey })
    const isSound = await auditAndWrite({ databaseUrl, secrets, isJson: false }, output)
    if (!isSound && !acceptsDifferences)
      throw new StartUpFault(
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
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${places.draftStore}${end}`, { force: true })
  }
}

function placesOf({ databaseUrl, dataDir }: StoreSettings): Places {
  const store = sqlitePathOf(databaseUrl)
  if (store === undefined) throw new StartUpFault(POSTGRES_ADVICE)
  const end = `${randomBytes(6).toString('hex')}.part`
  return {
    store: resolve(store),
    draftStore: `${resolve(store)}.${end}`,
    files: join(dataDir, 'files'),
    draftFiles: join(dataDir, `files.${end}`),
    key: join(dataDir, 'master.key'),
  }
}

function assertNothingThere({ store, files }: Places): void {
  for (const end of ['', '-wal', '-shm']) {
    if (existsSync(`${store}${end}`))
      throw new StartUpFault(
        `Nothing was restored: ${store}${end} is there, and may be in use. Move it away, or name another DATA_DIR.`,
      )
  }
  if (existsSync(files) && readdirSync(files).length > 0)
    throw new StartUpFault(
      `Nothing was restored: there are uploads in ${files} already. Move them away first.`,
    )
}

/** Takes the draft apart: into a store alone, its uploads in a folder, and the key, if it holds one. */
function unpack(
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
      throw new StartUpFault(
        `Nothing was restored: the backup was made under another master key (its id is ${id}) than the one of MASTER_KEY or ${keyPath} (${masterKeyId(ours)})`,
      )
    const kept = backup.noted('masterKey')
    const masterKey = ours ?? (kept === undefined ? null : new Uint8Array(Buffer.from(kept, 'hex')))
    // What came with the backup is kept only where none was given.
    const key = ours === null ? (kept ?? null) : null
    const uploads = writeContents(backup, draftFiles)
    backup.keepStoreOnly()
    return { masterKey, key, uploads }
  } finally {
    backup.close()
  }
}

/** A backup that is one, and whole. */
function opened(draftStore: string, backupPath: string): BackupFile {
  const backup = openBackup(draftStore)
  try {
    const format = backup.noted('format')
    const [fault] = backup.faults()
    if (format === BACKUP_FORMAT && fault === undefined) return backup
    throw new Error(fault ?? 'it is none of Dropkit')
  } catch (fault) {
    backup.close()
    const reason = fault instanceof Error ? fault.message : String(fault)
    throw new StartUpFault(
      `Nothing was restored: ${backupPath} is no backup that can be used: ${reason}`,
      fault,
    )
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

/** The store comes last, for where it is, there is a service. What came before it goes again when that fails. */
function putInPlace(
  { store, draftStore, files, draftFiles, key: keyPath }: Places,
  key: string | null,
  uploads: number,
): void {
  const undo: (() => void)[] = []
  try {
    if (uploads > 0) {
      // Of an empty folder there is nothing to lose.
      rmSync(files, { recursive: true, force: true })
      renameSync(draftFiles, files)
      undo.push(() => rmSync(files, { recursive: true }))
      flush(dirname(files))
    }
    if (key !== null) {
      writeFileSync(keyPath, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
      undo.push(() => rmSync(keyPath))
      flush(dirname(keyPath))
    }
    if (!publish(draftStore, store, false))
      throw new StartUpFault(`Nothing was restored: meanwhile somebody else has made ${store}`)
  } catch (fault) {
    for (const takeBack of undo.reverse()) takeBack()
    throw fault
  }
}

function noteOnKey({ dataDir }: StoreSettings, masterKey: Uint8Array | null, key: string | null): string {
  if (key !== null) return `the master key that came with it is in ${join(dataDir, 'master.key')}`
  return masterKey === null
    ? `WITHOUT a master key: give the server that of the service (MASTER_KEY, or ${join(dataDir, 'master.key')}) before it starts`
    : 'under the master key that is here already'
}
