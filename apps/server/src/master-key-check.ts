import type { KeyValueStore } from '@dropkit/core'
import { masterKeyId } from './ports/sealed-secrets.ts'
import { StartUpFault } from './start-up-fault.ts'

const KEY = 'server/master-key-id'

/**
 * A server with another master key than the store's secrets were sealed under could start, and would then fail at
 * every claim. So the first one leaves its key's id there, and one with another key does not start.
 */
export async function assertSameMasterKey(keyValues: KeyValueStore, masterKey: Uint8Array): Promise<void> {
  const ours = masterKeyId(masterKey)
  const kept = await keyValues.transact<string>([KEY], (values) => {
    const there = values.get(KEY)
    return there === undefined
      ? { writes: new Map([[KEY, ours]]), result: ours }
      : { writes: new Map(), result: there }
  })
  if (kept === ours) return
  throw new StartUpFault(
    `The database was made with another master key (its id is ${kept}, this one's is ${ours}). ` +
      'Set MASTER_KEY to that key, or DATA_DIR to the folder that holds it.',
  )
}
