import type { KeyValueStore } from '@dropkit/core'
import type { KeyRing } from './ports/sealed-secrets.ts'
import { StartUpError } from './start-up-error.ts'

/** The key under which the store has the id of the master key that all servers seal with. */
export const MASTER_KEY_ID = 'server/master-key-id'
/** The key under which the store has the id of the previous master key during a rotation. */
export const LEAVING_KEY = 'server/master-key-leaving'

/**
 * Makes sure that this server holds the master key of the store. With another key the server would start, but fail at every
 * claim. The first server stores its key's id, and a server that does not hold that key refuses to start. A server with two
 * keys seals with the one that the store names. Only a rotation changes that key, after all servers hold both. A key may be
 * removed only after its rotation has ended.
 */
export async function agreeOnMasterKey(keyValues: KeyValueStore, ring: KeyRing): Promise<void> {
  const [ours = ''] = ring.keyIds
  const { sealing, leaving } = await keyValues.transact<{ sealing: string; leaving: string | undefined }>(
    [MASTER_KEY_ID, LEAVING_KEY],
    (values) => {
      const there = values.get(MASTER_KEY_ID)
      return there === undefined
        ? { writes: new Map([[MASTER_KEY_ID, ours]]), result: { sealing: ours, leaving: undefined } }
        : { writes: new Map(), result: { sealing: there, leaving: values.get(LEAVING_KEY) } }
    },
  )
  if (!ring.keyIds.includes(sealing))
    throw new StartUpError(
      `The database was made with another master key (id ${sealing}, not ${ours}). ` +
        'Set MASTER_KEY to that key, or DATA_DIR to the folder that contains it. To replace it by this one, ' +
        'set it as MASTER_KEY_PREVIOUS and run: npm run master-key -- rotate',
    )
  if (leaving !== undefined && !ring.keyIds.includes(leaving))
    throw new StartUpError(
      `Some secrets are still encrypted with the previous master key (id ${leaving}), because its rotation has not ended. ` +
        'Set MASTER_KEY_PREVIOUS to it and run: npm run master-key -- rotate',
    )
  ring.sealUnder(sealing)
}
