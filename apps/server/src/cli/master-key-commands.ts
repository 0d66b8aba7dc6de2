import type { Config } from '../config/read-config.ts'
import { createContainer, SERVICES } from '../container.ts'
import { rotateMasterKey, sealedOtherwise } from '../master-key/rotate-master-key.ts'
import { fileOfOtherKey } from '../ports/master-key.ts'
import { StartUpError } from '../start-up-error.ts'
import { requireStore } from './require-store.ts'

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
