import { createDropkit, type Dropkit, err, ok, type Ports, type Refusal, type Result } from '@dropkit/core'
import type { Config } from '../config/read-config.ts'
import { createContainer, SERVICES } from '../container.ts'
import { rotateMasterKey, sealedOtherwise } from '../master-key-of-store.ts'
import { fileOfOtherKey } from '../ports/secrets.ts'
import { StartUpError } from '../start-up.ts'
import { requireStore } from './store-settings.ts'

interface MadeApiKey {
  readonly secret: string
  /** Whether the store had no users: no server has ever started on it. */
  readonly storeWasEmpty: boolean
}

/** Runs one action with the service, while servers may be running on the same store, and then closes the store. */
export async function withService<T>(
  config: Config,
  work: (dropkit: Dropkit, ports: Ports) => Promise<T>,
): Promise<T> {
  const container = createContainer(config)
  const storage = await container.getAsync(SERVICES.storage)
  try {
    const ports = await container.getAsync(SERVICES.ports)
    return await work(createDropkit(ports), ports)
  } finally {
    await storage.close()
  }
}

/** Creates an API key for a user, and the user too if it does not exist. */
export const createApiKey = (
  config: Config,
  { username, name }: { readonly username: string; readonly name: string },
): Promise<Result<MadeApiKey, Refusal>> =>
  withService(config, async (dropkit, { store }) => {
    const storeWasEmpty = await store.isEmpty()
    const made = await dropkit.createLocalUser({ username, key: { name } })
    if (made.ok) return ok({ secret: made.value.secret, storeWasEmpty })
    const user = made.error.kind === 'conflict' ? await store.userByUsername(username) : undefined
    if (!user) return err(made.error)
    const further = await dropkit.createApiKey({ user, credential: { kind: 'system' } }, { name })
    return further.ok ? ok({ secret: further.value.secret, storeWasEmpty }) : further
  })

export type MasterKeyCommand = { readonly kind: 'rotate_master_key' } | { readonly kind: 'check_master_key' }

/** Runs the command and returns one line with the result. */
export async function runMasterKeyCommand({ kind }: MasterKeyCommand, config: Config): Promise<string> {
  requireStore(config)
  const container = createContainer(config)
  const storage = await container.getAsync(SERVICES.storage)
  try {
    const ring = await container.getAsync(SERVICES.secrets)
    const [current = ''] = ring.keyIds
    const advice = adviceOnFile(config)
    if (kind === 'check_master_key') {
      const left = [...(await sealedOtherwise(storage, current))]
      if (left.length === 0) return `All secrets are encrypted with MASTER_KEY (id ${current}).${advice}`
      const counts = left.map(([id, count]) => `${count} with the key ${id}`)
      throw new StartUpError(
        `Some secrets are not encrypted with MASTER_KEY (id ${current}): ${counts.join(', ')}.`,
      )
    }
    const resealed = await rotateMasterKey({
      storage,
      ring,
      now: (await container.getAsync(SERVICES.clock)).now,
      onProgress: (done) => {
        if (done % 5_000 === 0) process.stderr.write(`${done} secrets re-encrypted\n`)
      },
    })
    return `${resealed} secrets were re-encrypted. MASTER_KEY_PREVIOUS is no longer needed: remove it before the next start of each server.${advice}`
  } finally {
    await storage.close()
  }
}

/**
 * The command does not change the key file: an operator who moved the key to a safer place does not want the new key next
 * to the database, and backups may need the old key.
 */
function adviceOnFile({ masterKey, dataDir }: Config): string {
  const path = masterKey && fileOfOtherKey(dataDir, masterKey)
  return path === undefined
    ? ''
    : `\n${path} still contains another key. A start without MASTER_KEY would use it and fail: write the new key into the file, or delete it. Keep the old key with the backups that need it.`
}
