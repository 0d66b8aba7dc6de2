import { existsSync } from 'node:fs'
import { sqlitePathOf } from '@dropkit/adapter-storage'
import { err, ok, type Result, type Secrets } from '@dropkit/core'
import { readConfig } from '../config/read-config.ts'
import { createSealedSecrets, readMasterKey } from '../ports/secrets.ts'
import { StartUpError } from '../start-up.ts'

/** The settings of a command that uses the store alone: where the store is, and the keys that open its sealed values. */
export interface StoreSettings {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly usesBucket: boolean
  /** Null if no key is available. None is created. */
  readonly masterKey: Uint8Array | null
  /** The previous master key, under which some values may still be sealed. */
  readonly earlierKey: Uint8Array | null
}

/** The other settings are not read, because a command on the store needs no chain. */
const NAMES = ['DATABASE_URL', 'DATA_DIR', 'MASTER_KEY', 'MASTER_KEY_PREVIOUS', 'S3_BUCKET'] as const

export function readStoreSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Result<StoreSettings, string> {
  const config = readConfig(Object.fromEntries(NAMES.map((name) => [name, environment[name]])))
  if (!config.ok) return err(config.error.join('\n'))
  const { databaseUrl, dataDir, s3Bucket, masterKey, masterKeyPrevious: earlierKey = null } = config.value
  const settings = { databaseUrl, dataDir, usesBucket: s3Bucket !== undefined, earlierKey }
  if (masterKey !== undefined) return ok({ ...settings, masterKey })
  const stored = readMasterKey(dataDir)
  return stored.ok ? ok({ ...settings, masterKey: stored.value?.key ?? null }) : stored
}

export const secretsOf = ({
  masterKey,
  earlierKey,
}: Pick<StoreSettings, 'masterKey' | 'earlierKey'>): Secrets | null =>
  masterKey === null
    ? null
    : createSealedSecrets({ current: masterKey, earlier: earlierKey === null ? [] : [earlierKey] })

/**
 * Throws if the store does not exist. Commands that read a store must not create an empty one, because it would look as if
 * all is well. Only files are checked here; a missing store on Postgres is found when it is opened.
 */
export function requireStore({ databaseUrl }: { readonly databaseUrl: string }): void {
  const path = sqlitePathOf(databaseUrl)
  if (path !== undefined && !existsSync(path))
    throw new StartUpError(`There is no store at ${path} (DATABASE_URL, DATA_DIR)`)
}
