import type { Claim } from '../../domain/claim.ts'
import { type Drop, isDrawnByBeacon } from '../../domain/drop.ts'
import { isCancelledOrDeleted } from '../../domain/drop-status.ts'
import type { Change, Ports } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'

type GiveUpPorts = Pick<Ports, 'store' | 'clock' | 'log'>

/**
 * Ends the deliveries of claims on a cancelled or deleted drop that can never be delivered, so that the refunds of other
 * buyers and the closing of the vault do not wait for them forever. From then on, such a claim is a claim by voucher.
 * Its last voucher may be public in a failed transaction, so `expire_claims` returns its amount and its items only after
 * the chain has shown that this voucher expired unused. A transaction that is signed later cannot be stored, and so is not
 * sent. Returns the sequences of the claims that were given up.
 */
export async function giveUp(
  ports: GiveUpPorts,
  settings: Settings,
  drop: Drop,
  sequences: readonly number[],
): Promise<ReadonlySet<number>> {
  if (sequences.length === 0 || (await mayDrawLater(ports, drop))) return new Set()
  const query = { sequences, openTransactions: true }
  const changed = await ports.store.changeDrop(drop.id, query, (dropState): Change<readonly number[]> => {
    if (dropState === null || !isCancelledOrDeleted(dropState.drop)) return { result: [] }
    const inFlight = new Set(
      dropState.openTransactions.flatMap(({ purpose }) =>
        purpose.kind === 'deliver_claims' ? purpose.sequences : [],
      ),
    )
    const waiting = [...dropState.claims.values()].filter(
      (claim) => isToDeliver(claim) && !inFlight.has(claim.sequence),
    )
    if (waiting.length === 0) return { result: [] }
    const expiresAt = ports.clock.now() + settings.voucherLifetimeMs
    const dueAt = expiresAt + settings.expiryMarginMs
    return {
      result: waiting.map(({ sequence }) => sequence),
      update: { claims: waiting.map((claim) => ({ ...claim, state: { kind: 'PENDING', expiresAt } })) },
      jobs: [{ kind: 'expire_claims', subject: drop.id, ownerId: drop.creatorId, dueAt }],
    }
  })
  const givenUp = changed.ok ? changed.value : []
  for (const sequence of givenUp)
    ports.log.error('a claim of a cancelled drop cannot be delivered; it expires with its last voucher', {
      dropId: drop.id,
      sequence,
    })
  return new Set(givenUp)
}

/** Whether the service still has to deliver the claim. One that was given up ends when its voucher has expired. */
export const isToDeliver = ({ state }: Claim): boolean => state.kind === 'PENDING' && state.expiresAt === null

/** The amounts of later draws depend on what earlier claims have taken, so none is returned before the last draw. */
async function mayDrawLater({ store }: GiveUpPorts, { id, award }: Drop): Promise<boolean> {
  return isDrawnByBeacon(award) && (await store.undrawnClaims(id, 1)).length > 0
}
