import { type Claim, isUndrawn, nonceOf, sequenceOfNonce } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { MAX_PIECES_PER_CLAIM } from '../../domain/drop-terms.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { ok } from '../../domain/result.ts'
import { unreachable } from '../../domain/unreachable.ts'
import { hasAlarm } from '../../domain/vault-alarm.ts'
import {
  type ChainAnswer,
  type ClaimedOnChain,
  chainFailure,
  type JobOutcome,
  type Ports,
} from '../../ports/index.ts'
import {
  type ApplyOutcome,
  type ChainWorkPorts,
  failureOf,
  follow,
  type Progress,
  transactionUnderWay,
  undertake,
} from '../chain/chain-work.ts'
import type { Settings } from '../settings.ts'
import {
  afterFailure,
  afterSuccess,
  type DeliveryPlan,
  type NextDelivery,
  putAside,
  readPlan,
  writePlan,
} from '../webhooks/delivery-plan.ts'
import { issueVoucher } from './issue-voucher.ts'
import { confirmClaims, type ProvenClaim } from './settle-claims.ts'
import { STRANGER_GRACE_MS, strangerNonces } from './stranger-nonces.ts'

export type DeliverPorts = ChainWorkPorts & Pick<Ports, 'signer' | 'jobs'>

const RETRY_DELAY_MS = 500
/** Longer than it takes to send what is signed: by then somebody follows it, or nobody does. */
const TAKE_OVER_AFTER_MS = 5_000
/** A transaction that is not full waits for more claims until none has come for so long … */
const QUIET_MS = 500
/** … or the oldest has waited for so long. */
const LONGEST_WAIT_MS = 5_000
/** So many nonces of one claim may have been used by strangers before it waits. */
const MOST_NONCES = 8

/**
 * Sends random claims to the chain, many to a transaction. A random claim is never given up: one transaction is
 * followed to its end before the next is made, an aborted one is halved down to the claim that does not get through,
 * which holds up no other, and the chain's nonce keeps any of them from being paid twice.
 */
export async function deliverClaims(
  ports: DeliverPorts,
  settings: Settings,
  dropId: DropId,
  memo: string | null,
): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (drop?.vault.kind !== 'open') return { kind: 'done' }
  const { vault } = drop
  const plan = readPlan(memo, ports.chain.maxVouchersPerTransaction)
  const underWay = await transactionUnderWay(ports, drop, ['deliver_claims'])
  if (underWay?.purpose.kind === 'deliver_claims') {
    return goOn(ports, plan, underWay.purpose.sequences, await follow(ports, underWay, applyDeliveryOutcome))
  }
  const chosen = await chooseClaims(ports, drop, plan)
  switch (chosen.kind) {
    case 'none':
      return { kind: 'done' }
    case 'wait':
      return again(chosen)
    case 'claims':
      return deliver(ports, settings, drop, vault, chosen.claims, chosen.plan)
    default:
      return unreachable(chosen)
  }
}

type OpenVault = Extract<Drop['vault'], { kind: 'open' }>

type Chosen =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'wait' } & NextDelivery)
  | { readonly kind: 'claims'; readonly claims: readonly Claim[]; readonly plan: DeliveryPlan }

/** What goes out next: one of those put aside when its time has come, else the oldest of the others. */
async function chooseClaims(ports: DeliverPorts, drop: Drop, before: DeliveryPlan): Promise<Chosen> {
  const now = ports.clock.now()
  const asideIds = before.aside.map((sequence) => ({ dropId: drop.id, sequence }))
  const kept = asideIds.length === 0 ? [] : [...(await ports.store.claims(asideIds)).values()]
  const aside = kept.filter(({ state }) => state.kind === 'PENDING')
  const places = new Map(aside.map((claim) => [claim.sequence, claim]))
  const plan: DeliveryPlan = { ...before, aside: before.aside.filter((sequence) => places.has(sequence)) }
  const first = plan.aside[0] === undefined ? undefined : places.get(plan.aside[0])
  if (first !== undefined && now >= plan.retryAt) return { kind: 'claims', claims: [first], plan }

  // Amounts are drawn in the order of the claims: those that wait for the beacon come last.
  const waiting = await ports.store.undeliveredClaims(drop.id, plan.size + plan.aside.length)
  const next = waiting.filter((claim) => !isUndrawn(claim) && !places.has(claim.sequence)).slice(0, plan.size)
  const claims = drop.type === 'NFT' ? withinPieces(next) : next
  if (claims.length === 0) {
    return first === undefined ? { kind: 'none' } : { kind: 'wait', plan, dueAt: plan.retryAt }
  }
  const isFull = claims.length === plan.size || claims.length < next.length
  const fullAt = isFull ? now : completeAt(drop, claims)
  return fullAt > now ? { kind: 'wait', plan, dueAt: fullAt } : { kind: 'claims', claims, plan }
}

/** The first claims, as many as fit into the limit of pieces per transaction; at least one. */
function withinPieces(claims: readonly Claim[]): readonly Claim[] {
  let pieces = 0n
  const end = claims.findIndex(({ amount }, index) => {
    pieces += amount
    return index > 0 && pieces > BigInt(MAX_PIECES_PER_CLAIM)
  })
  return end === -1 ? claims : claims.slice(0, end)
}

/** From when on there is nothing more to wait for, as far as these claims tell. */
function completeAt({ status }: Drop, claims: readonly Claim[]): Instant {
  if (status !== 'ACTIVE') return 0
  const [oldest, newest] = [claims[0]?.createdAt ?? 0, claims.at(-1)?.createdAt ?? 0]
  return Math.min(newest + QUIET_MS, oldest + LONGEST_WAIT_MS)
}

async function deliver(
  ports: DeliverPorts,
  settings: Settings,
  drop: Drop,
  vault: OpenVault,
  chosen: readonly Claim[],
  plan: DeliveryPlan,
): Promise<JobOutcome> {
  const now = ports.clock.now()
  const numbers = chosen.map(({ sequence }) => sequence)
  const free = await freeNonces(ports, vault, chosen, now)
  if (!free.ok)
    return { ...again({ plan, dueAt: now + RETRY_DELAY_MS }), failed: chainFailure(free.error.reason) }
  const nonces = free.value
  // A transaction that we do not know of has paid these: they are confirmed when the chain shows by which.
  const done = numbers.filter((sequence) => !nonces.has(sequence))
  if (done.length > 0) return again({ plan: putAside(plan, done, now), dueAt: now })

  const expiresAt = now + settings.voucherLifetimeMs
  const vouchers = await Promise.all(
    chosen.map((claim) =>
      issueVoucher(ports, drop, claim, { expiresAt, nonce: nonces.get(claim.sequence) ?? claim.sequence }),
    ),
  )
  const isStopped = vault.alarm !== null
  const progress = await undertake(
    ports,
    {
      dropId: drop.id,
      purpose: { kind: 'deliver_claims', sequences: numbers },
      action: {
        kind: 'deliver_claims',
        coinType: vault.coinType,
        vouchers,
        ...(isStopped ? { throughPause: true } : {}),
      },
      onPrepared: (dropState, transaction) => {
        const pending = [...dropState.claims.values()].filter(({ state }) => state.kind === 'PENDING')
        if (pending.length < numbers.length || hasAlarm(dropState.drop) !== isStopped) return null
        const submitted = pending.map(
          (claim): Claim => ({
            ...claim,
            state: { kind: 'SUBMITTED', txHash: transaction.digest },
          }),
        )
        // Another run may have found these claims on their way and have nothing left to do: it ends the job, and this
        // one, whose lease is over, cannot say that there is something to follow still.
        const dueAt = ports.clock.now() + TAKE_OVER_AFTER_MS
        const jobs = [{ kind: 'deliver_claims', subject: drop.id, dueAt } as const]
        return { update: { claims: submitted }, jobs }
      },
    },
    applyDeliveryOutcome,
  )
  return goOn(ports, plan, numbers, progress)
}

/**
 * The nonce that each of these claims is paid under: its sequence, or the next one of its own where strangers have used
 * that (with a stolen key). Left out: claims whose nonce is used and of which it cannot be said yet by whom.
 */
async function freeNonces(
  ports: DeliverPorts,
  vault: OpenVault,
  claims: readonly Claim[],
  now: Instant,
): Promise<ChainAnswer<ReadonlyMap<number, number>>> {
  const free = new Map<number, number>()
  let open = claims
  for (let tries = 0; open.length > 0 && tries < MOST_NONCES; tries++) {
    const nonceNow = (claim: Claim) => nonceOf(claim, tries)
    const answer = await ports.chain.usedNonces(vault.objectId, open.map(nonceNow))
    if (!answer.ok) return answer
    const { used } = answer.value
    for (const claim of open) if (!used.has(nonceNow(claim))) free.set(claim.sequence, nonceNow(claim))
    // A claim that is not old may have been delivered a moment ago.
    const old = open.filter(
      (claim) => used.has(nonceNow(claim)) && claim.createdAt + STRANGER_GRACE_MS <= now,
    )
    const strangers = await strangerNonces(ports, vault.objectId, old.map(nonceNow))
    open = old.filter((claim) => strangers.has(nonceNow(claim)))
  }
  return ok(free)
}

const applyDeliveryOutcome: ApplyOutcome = (dropState, transaction, end) => {
  const carried = [...dropState.claims.values()].filter(
    ({ state }) => state.kind === 'SUBMITTED' && state.txHash === transaction.digest,
  )
  if (end.kind !== 'succeeded') {
    const waiting = carried.map((claim): Claim => ({ ...claim, state: { kind: 'PENDING', expiresAt: null } }))
    return { update: { claims: waiting } }
  }
  const paid = new Map(
    end.effects.claimed.map((event): [number, ClaimedOnChain] => [sequenceOfNonce(event.nonce), event]),
  )
  const proven = carried.flatMap((claim): readonly ProvenClaim[] => {
    const proof = paid.get(claim.sequence)
    return proof ? [{ claim, proof }] : []
  })
  return confirmClaims(dropState, proven, end.effects.at, null)
}

function goOn(
  ports: DeliverPorts,
  plan: DeliveryPlan,
  tried: readonly number[],
  progress: Progress,
): JobOutcome {
  const now = ports.clock.now()
  switch (progress.kind) {
    case 'succeeded':
      return again(afterSuccess(plan, tried, ports.chain.maxVouchersPerTransaction, now))
    case 'lost':
      return again({ plan, dueAt: now })
    case 'failed':
    case 'not_possible':
      ports.log.error('claims could not be delivered', { claims: tried.length, reason: progress.reason })
      return { ...again(afterFailure(plan, tried, now)), failed: failureOf(progress) }
    case 'unknown':
      return {
        ...again({ plan, dueAt: progress.retryAt ?? now + RETRY_DELAY_MS }),
        failed: failureOf(progress),
      }
    default:
      return unreachable(progress)
  }
}

const again = ({ plan, dueAt }: NextDelivery) => ({ kind: 'again', dueAt, memo: writePlan(plan) }) as const
