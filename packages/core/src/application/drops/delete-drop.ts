import type { BeaconChain } from '../../domain/beacon.ts'
import { type Claim, isUndrawn } from '../../domain/claim.ts'
import type { BriefDrop, Drop } from '../../domain/drop.ts'
import { hexOfBytes } from '../../domain/encodings.ts'
import { dropEvent, type NewEvent } from '../../domain/event.ts'
import type { Draws } from '../../domain/event-data.ts'
import type { DropId } from '../../domain/ids.ts'
import { type Instant, toIso } from '../../domain/instant.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, DropState, Ports } from '../../ports/index.ts'
import { findDropToChange } from '../read-records.ts'
import { cancelOpenIntents, changeWithOpenIntents, cleanUpJobs } from './clean-up-drop.ts'
import { openSeed } from './create-drop.ts'

type DeletePorts = Pick<Ports, 'store' | 'clock' | 'secrets' | 'log'>

/**
 * Removes a drop for good, whatever its state. Claims stay with those who made them, vouchers that are out are good
 * until they expire, and then the vault is closed. The last event of a random drop keeps everything that verifies its draws,
 * except amounts that the beacon has not drawn yet, and except the draws themselves if there are more than `MOST_DRAWS`.
 */
export async function deleteDrop(
  ports: DeletePorts,
  caller: Caller,
  id: string,
): Promise<Result<true, Refusal>> {
  const own = await findDropToChange(ports, caller, id)
  if (!own.ok) return own
  const { id: dropId, award } = own.value
  const draws = award.kind === 'random' ? await drawsOf(ports, own.value) : null
  // Claims that were made since the draws were read.
  const query = draws === null ? {} : { claimsAfter: draws.at(-1)?.sequence ?? 0 }
  const changed = await changeWithOpenIntents(ports, dropId, query, (dropState) =>
    decideDeletion(ports, dropState, draws),
  )
  if (!changed.ok) throw new Error('invariant broken: deleting takes no unique value')
  return changed.value
}

type Draw = NonNullable<Draws['draws']>[number]

/**
 * The maximum number of draws in the event of a deletion, about 0.3 MB. Every reader of the log parses them. Of larger drops,
 * the owner can list the claims, which have the same values.
 */
const MOST_DRAWS = 1_000

function drawOf(claim: Claim): Draw {
  const { sequence, claimer, recipient, amount, draw, head, createdAt } = claim
  return {
    sequence,
    userAddress: claimer,
    ...(recipient === null ? {} : { recipient: recipient.address }),
    amount: isUndrawn(claim) ? null : String(amount),
    ...(draw === null ? {} : { round: draw.round }),
    ...(draw?.signature == null ? {} : { beaconSignature: draw.signature }),
    ...(head === null ? {} : { orderHead: head, createdAt: toIso(createdAt) }),
  }
}

/** Read before the drop is locked: a draw never changes, and claims on the drop go on meanwhile. Null if there are too many. */
async function drawsOf({ store }: DeletePorts, { id, tally }: BriefDrop): Promise<readonly Draw[] | null> {
  if (tally.lastSequence > MOST_DRAWS) return null
  return (await store.claimsInOrder(id, 0, MOST_DRAWS)).map(drawOf)
}

function decideDeletion(
  ports: DeletePorts,
  dropState: DropState | null,
  draws: readonly Draw[] | null,
): Change<Result<true, Refusal>> {
  if (dropState === null || dropState.drop.deletedAt !== null) return { result: err(notFound('Drop')) }
  const now = ports.clock.now()
  const drop: Drop = {
    ...dropState.drop,
    status: 'CANCELLED',
    deletedAt: now,
    updatedAt: now,
    // Nothing shows them again, so they need not be kept.
    description: null,
    imageUrl: null,
    metadata: {},
  }
  const off = cancelOpenIntents(dropState, drop, now)
  return {
    result: ok(true),
    update: off.update,
    effect: { kind: 'drop', id: drop.id },
    events: [deletedEvent(ports, dropState, draws, now), ...off.events],
    jobs: cleanUpJobs(drop, now),
  }
}

function deletedEvent(
  ports: DeletePorts,
  { drop, claims }: DropState,
  draws: readonly Draw[] | null,
  now: Instant,
): NewEvent {
  const { award } = drop
  const data: Draws =
    award.kind === 'random'
      ? {
          randomnessCommitment: award.commitment,
          randomnessSeed: hexSeed(ports, drop.id, award.seed),
          ...(award.beacon && { beacon: shownBeacon(award.beacon) }),
          ...(drop.tally.order && { orderHead: drop.tally.order.head }),
          ...(draws && { draws: inOneState([...draws, ...[...claims.values()].map(drawOf)]) }),
        }
      : {}
  return dropEvent('drop.deleted', drop, now, drop.creatorId, {
    title: drop.title,
    maxAmount: String(drop.pool),
    supply: drop.supply,
    claimedAmount: String(drop.tally.reservedAmount),
    ...data,
  })
}

/**
 * Amounts are drawn in the order of the claims. If some were drawn while the draws were read, they can follow undrawn ones.
 * Returns them as undrawn, too.
 */
function inOneState(draws: readonly Draw[]): readonly Draw[] {
  const first = draws.findIndex(({ amount }) => amount === null)
  if (first === -1) return draws
  return draws.map((draw, place) => {
    const { beaconSignature: _, ...undrawn } = draw
    return place < first ? draw : { ...undrawn, amount: null }
  })
}

const shownBeacon = ({ hash, genesisAt, ...chain }: BeaconChain) => ({
  chainHash: hash,
  ...chain,
  genesisAt: toIso(genesisAt),
})

const hexSeed = (ports: DeletePorts, dropId: DropId, seed: string) =>
  hexOfBytes(openSeed(ports.secrets, dropId, seed))
