import type { KeyValueStore } from '@dropkit/core'
import type { KeyRing } from './ports/sealed-secrets.ts'
import { StartUpFault } from './start-up-fault.ts'

/** Says under which key everybody seals. */
export const MASTER_KEY_ID = 'server/master-key-id'
/** Says which key is being taken leave of, while there is one. */
export const LEAVING_KEY = 'server/master-key-leaving'

/**
 * A server with another master key than the store's secrets are sealed under could start, and would then fail at every
 * claim. So the first one leaves its key's id there, and one that does not hold that key does not start. Of two keys a
 * server seals under the one that the store names, whichever is its current one: only a rotation changes that, once
 * everybody holds both. One key may only be left out when a rotation has taken leave of it.
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
    throw new StartUpFault(
      `The database was made with another master key (its id is ${sealing}, this one's is ${ours}). ` +
        'Set MASTER_KEY to that key, or DATA_DIR to the folder that holds it. If it is to be replaced by this one, ' +
        'give it as MASTER_KEY_PREVIOUS and run: npm run master-key -- rotate',
    )
  if (leaving !== undefined && !ring.keyIds.includes(leaving))
    throw new StartUpFault(
      `Some secrets are still sealed under the previous master key (its id is ${leaving}): its rotation has not ended. ` +
        'Set MASTER_KEY_PREVIOUS to it and run: npm run master-key -- rotate',
    )
  ring.sealUnder(sealing)
}
