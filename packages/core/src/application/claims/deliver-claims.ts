import type { ChainTransaction } from '../../domain/chain-transaction.ts'
import { type Claim, sequenceOfNonce } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { isCancelledOrDeleted } from '../../domain/drop-status.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { unreachable } from '../../domain/invariant.ts'
import { hasAlarm } from '../../domain/vault.ts'
import type { ClaimedOnChain, JobFailure, JobOutcome, Ports, SignedVoucher } from '../../ports/index.ts'
import {
  type ApplyOutcome,
  type ChainWorkPorts,
  failureOf,
  followTransaction,
  type Progress,
  prepareAndStore,
  vaultTransactions,
} from '../chain/chain-work.ts'
import type { Settings } from '../settings.ts'
import { type Chosen, chooseClaims, restingClaims, withSightings } from './choose-claims.ts'
import {
  afterFailure,
  afterSuccess,
  type DeliveryPlan,
  isRetry,
  type NextDelivery,
  putAside,
  readPlan,
  writePlan,
} from './delivery-plan.ts'
import { freeNonces } from './free-nonces.ts'
import { giveUp, isToDeliver } from './give-up-claims.ts'
import { issueVoucher } from './issue-voucher.ts'
import { confirmClaims, type ProvenClaim, STRANGER_GRACE_MS, strangerNonces } from './settle-claims.ts'

export type DeliverPorts = ChainWorkPorts & Pick<Ports, 'signer' | 'jobs'>

const RETRY_DELAY_MS = 500
/** Longer than sending takes. If a signed transaction is older than this, no server is following it any more. */
const TAKE_OVER_AFTER_MS = 5_000
/** After this many runs in a row that could not prepare the next claims, they are halved as after an abort. */
const MOST_UNPREPARED = 3
/**
 * How many deliveries of a drop may be in flight. They carry different claims, and on the chain they share only the vault,
 * which any number of transactions may use at once.
 */
const MOST_IN_FLIGHT = 4

/** After this time, a run prepares no further transactions, so that all its work ends well within the job's lease. */
const MOST_SENDING_MS = 5_000

/**
 * Sends claims to the chain, many per transaction and several transactions at once. The service follows a transaction to
 * its end before it sends the claims again, and it halves an aborted transaction until it finds the failing claim, which
 * then delays no other claim. The chain's nonce prevents any claim from being paid twice. A transaction that was cancelled
 * because of congestion is sent again with the same claims. The service gives up a claim only if its drop was cancelled or
 * deleted, and the chain refuses the claim permanently, or its vault is gone or holds less than the claim (`giveUp`).
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
  const open = await vaultTransactions(ports, dropId)
  const underWay = open.filter(({ purpose }) => purpose.kind === 'deliver_claims')
  const atOnce = mostAtOnce(ports, vault, plan)
  const chosen = await chooseClaims(ports, drop, plan, atOnce - underWay.length)
  if (underWay.length === 0 && chosen.batches.length === 0) {
    const { dueAt } = chosen
    if (dueAt === null) return { kind: 'done' }
    return { ...again({ plan: chosen.plan, dueAt }), ...failureOfAside(chosen.plan) }
  }
  const delivering = { drop, vault, atOnce }
  const [sent, ...followed] = await Promise.all([
    deliver(ports, settings, delivering, chosen),
    ...underWay.map(async (transaction) => ({
      tried: sequencesOf(transaction),
      progress: await followTransaction(ports, transaction, applyDeliveryOutcome),
    })),
  ])
  const tries = [...sent.tries, ...followed]
  const givenUp = isCancelledOrDeleted(drop)
    ? await giveUp(ports, settings, drop, await hopeless(ports, delivering, tries, sent.plan))
    : new Set()
  const withoutGivenUp = tries.map(
    (one): Try =>
      one.tried.some((sequence) => givenUp.has(sequence))
        ? { ...one, progress: { kind: 'lost' }, isGivenUp: true }
        : one,
  )
  return goOn(ports, sent.plan, withoutGivenUp)
}

type OpenVault = Extract<Drop['vault'], { kind: 'open' }>

/** A drop whose claims are delivered, and how many of its deliveries may be in flight. */
interface Delivering {
  readonly drop: Drop
  readonly vault: OpenVault
  readonly atOnce: number
}

/** A transaction that was sent or followed, and its result. */
interface Try {
  readonly tried: readonly number[]
  readonly progress: Progress
  /** Nothing was prepared, because the vault is gone. */
  readonly isVaultGone?: true
  /** The transaction was not stored, so it was not sent. */
  readonly isUnsent?: true
  readonly isGivenUp?: true
}

const sequencesOf = ({ purpose }: ChainTransaction): readonly number[] =>
  purpose.kind === 'deliver_claims' ? purpose.sequences : []

/**
 * One at a time while the failing claim is being searched, and for a paused vault, because each such transaction uses up
 * the capability over the vault.
 */
const mostAtOnce = ({ chain }: DeliverPorts, { alarm }: OpenVault, { size }: DeliveryPlan): number =>
  alarm === null && size === chain.maxVouchersPerTransaction ? MOST_IN_FLIGHT : 1

async function deliver(
  ports: DeliverPorts,
  settings: Settings,
  delivering: Delivering,
  { batches, plan: before }: Chosen,
): Promise<{ readonly tries: readonly Try[]; readonly plan: DeliveryPlan }> {
  if (batches.length === 0) return { tries: [], plan: before }
  const now = ports.clock.now()
  const { goneSince = now, seen = [], ...unseen } = before
  const sightings = new Map(seen)
  const free = await freeNonces(ports, delivering, batches.flat(), { sightings, now })
  const plan = withSightings(unseen, [...sightings])
  if (!free.ok) {
    const progress = { kind: 'unknown', reason: free.error.reason } as const
    return { tries: [{ tried: [], progress }], plan: before }
  }
  const nonces = free.value
  if (nonces === null) {
    const progress = {
      kind: 'unknown',
      reason: 'the vault of the drop is not on the chain any more',
    } as const
    const tried = sequencesIn(batches.flat())
    return { tries: [{ tried, progress, isVaultGone: true }], plan: { ...plan, goneSince } }
  }
  // Transactions that are not known here have paid these claims. They are confirmed when the chain shows the transactions.
  const done = sequencesIn(batches.flat()).filter((sequence) => !nonces.has(sequence))
  const resting = restingClaims(plan, now)
  // Without a time of their own, they would be chosen again at once.
  const untimed = done.filter((sequence) => !resting.has(sequence))
  const toSend = batches
    .map((claims) => claims.filter(({ sequence }) => nonces.has(sequence)))
    .filter((claims) => claims.length > 0)
  const expiresAt = now + settings.voucherLifetimeMs
  const vouchersOf = (claims: readonly Claim[]) =>
    Promise.all(
      claims.map((claim) =>
        issueVoucher(ports, delivering.drop, claim, {
          expiresAt,
          nonce: nonces.get(claim.sequence) ?? claim.sequence,
        }),
      ),
    )

  /** Prepares each transaction while the previous ones are in flight. Stops after one that was not stored. */
  async function sendFrom(index: number): Promise<readonly Try[]> {
    const claims = toSend[index]
    const isLate = index > 0 && ports.clock.now() - now > MOST_SENDING_MS
    if (claims === undefined || isLate) return []
    const tried = sequencesIn(claims)
    const prepared = await prepare(ports, delivering, tried, await vouchersOf(claims))
    if (prepared.kind !== 'stored') return [{ tried, progress: prepared, isUnsent: true }]
    const [progress, later] = await Promise.all([
      followTransaction(ports, prepared.transaction, applyDeliveryOutcome),
      sendFrom(index + 1),
    ])
    return [{ tried, progress }, ...later]
  }
  const unsent: readonly Try[] = done.length === 0 ? [] : [{ tried: done, progress: { kind: 'lost' } }]
  return {
    tries: [...unsent, ...(await sendFrom(0))],
    plan: untimed.length === 0 ? plan : putAside(plan, untimed, now),
  }
}

const sequencesIn = (claims: readonly Claim[]): readonly number[] => claims.map(({ sequence }) => sequence)

function prepare(
  ports: DeliverPorts,
  { drop, vault, atOnce }: Delivering,
  sequences: readonly number[],
  vouchers: readonly SignedVoucher[],
): ReturnType<typeof prepareAndStore> {
  const isStopped = vault.alarm !== null
  const way = isStopped ? ({ throughPause: true } as const) : {}
  return prepareAndStore(ports, {
    dropId: drop.id,
    purpose: { kind: 'deliver_claims', sequences, ...way },
    action: { kind: 'deliver_claims', coinType: vault.coinType, vouchers, ...way },
    onPrepared: (dropState, transaction) => {
      const inFlight = dropState.openTransactions.filter(({ purpose }) => purpose.kind === 'deliver_claims')
      if (inFlight.length >= atOnce) return null
      const pending = [...dropState.claims.values()].filter(isToDeliver)
      if (pending.length < sequences.length || hasAlarm(dropState.drop) !== isStopped) return null
      const submitted = pending.map(
        (claim): Claim => ({
          ...claim,
          state: { kind: 'SUBMITTED', txHash: transaction.digest },
        }),
      )
      // Another run may find these claims submitted and have nothing left to do. It then ends the job, and this run, whose
      // lease has expired, cannot schedule another one. So this schedules the follow-up.
      const dueAt = ports.clock.now() + TAKE_OVER_AFTER_MS
      const jobs = [{ kind: 'deliver_claims', subject: drop.id, ownerId: drop.creatorId, dueAt } as const]
      return { update: { claims: submitted }, jobs }
    },
  })
}

/**
 * The claims of a cancelled drop that can never be delivered: the chain refuses them permanently, or their vault holds less
 * than they are, or is gone.
 */
async function hopeless(
  ports: DeliverPorts,
  { drop, vault }: Delivering,
  tries: readonly Try[],
  { goneSince }: DeliveryPlan,
): Promise<readonly number[]> {
  const refused = tries.filter(
    ({ tried, progress: { kind } }) => tried.length === 1 && (kind === 'failed' || kind === 'not_possible'),
  )
  if (refused.length > 0) {
    const final = refused.filter(({ progress }) => isFinal(progress)).flatMap(({ tried }) => tried)
    const others = refused.filter(({ progress }) => !isFinal(progress)).flatMap(({ tried }) => tried)
    return [...final, ...(await beyondBalance(ports, drop.id, vault, others))]
  }
  const { objectId } = vault
  if (goneSince === undefined || ports.clock.now() < goneSince + STRANGER_GRACE_MS) return []
  const unpaid = tries.flatMap(({ tried, isVaultGone }) => (isVaultGone === true ? tried : []))
  return [...(await strangerNonces(ports, objectId, new Map(unpaid.map((nonce) => [nonce, goneSince]))))]
}

const isFinal = (progress: Progress): boolean => 'isFinal' in progress && progress.isFinal === true

/** The claims that are larger than what their vault holds. The service does not fill it again. */
async function beyondBalance(
  { chain, store }: DeliverPorts,
  dropId: DropId,
  { objectId, deposited }: OpenVault,
  sequences: readonly number[],
): Promise<readonly number[]> {
  if (sequences.length === 0) return []
  const seen = await chain.vaults([objectId])
  const state = seen.ok ? seen.value.get(objectId) : undefined
  // A reading with fewer deposits than the known ones is outdated.
  if (state === undefined || state.deposited < deposited) return []
  const claims = await store.claims(sequences.map((sequence) => ({ dropId, sequence })))
  return sequencesIn([...claims.values()].filter(({ amount }) => amount > state.balance))
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
  return confirmClaims(dropState, proven, end.effects.at)
}

/** Combines the results of several transactions. If one failed, the failure decides what is sent next, and when. */
function goOn(ports: DeliverPorts, before: DeliveryPlan, tries: readonly Try[]): JobOutcome {
  const now = ports.clock.now()
  const { unprepared: unpreparedBefore = 0, ...others } = before
  let plan: DeliveryPlan = others
  const dueAts: Instant[] = []
  const failures: { tried: readonly number[]; failure: JobFailure; isFinal: boolean }[] = []
  const open: JobFailure[] = []
  for (const { tried, progress, isUnsent = false, isGivenUp = false } of tries) {
    switch (progress.kind) {
      case 'succeeded':
        plan = afterSuccess(plan, tried, ports.chain.maxVouchersPerTransaction, now).plan
        dueAts.push(now)
        break
      case 'lost':
        dueAts.push(isGivenUp ? now + RETRY_DELAY_MS : now)
        break
      case 'failed':
      case 'not_possible':
        if ('isCongestion' in progress && progress.isCongestion === true) {
          // These claims are valid. They are sent again unchanged, at a higher gas price.
          dueAts.push(now + RETRY_DELAY_MS)
          open.push(failureOf(progress))
          break
        }
        if (progress.isWrongKey === true && unpreparedBefore + 1 < MOST_UNPREPARED && !isRetry(plan, tried)) {
          // The drop's key was probably rotated meanwhile. The claims are signed again with the new one.
          plan = { ...plan, unprepared: unpreparedBefore + 1 }
          dueAts.push(now + RETRY_DELAY_MS)
          open.push(failureOf(progress))
          break
        }
        ports.log.error('claims could not be delivered', { claims: tried.length, reason: progress.reason })
        failures.push({ tried, failure: failureOf(progress), isFinal: isFinal(progress) })
        break
      case 'unknown':
        if (isUnsent && progress.retryAt === undefined) {
          // The chain answers, but cannot prepare these claims. They must not delay the others.
          const unprepared = unpreparedBefore + 1
          if (unprepared >= MOST_UNPREPARED || isRetry(plan, tried)) {
            ports.log.warn('claims could not be prepared', { claims: tried.length, reason: progress.reason })
            failures.push({ tried, failure: failureOf(progress), isFinal: false })
            break
          }
          plan = { ...plan, unprepared }
        }
        dueAts.push(progress.retryAt ?? now + RETRY_DELAY_MS)
        open.push(failureOf(progress))
        break
      default:
        unreachable(progress)
    }
  }
  let failedUntil = 0
  for (const { tried, failure, isFinal } of failures) {
    const next = afterFailure(plan, tried, now, isFinal)
    plan = { ...next.plan, reason: failure.reason }
    failedUntil = Math.max(failedUntil, next.dueAt)
  }
  const dueAt = failures.length > 0 ? failedUntil : Math.min(...dueAts)
  const failed = failures[0]?.failure ?? (open.length === tries.length ? open[0] : undefined)
  return { ...again({ plan, dueAt }), ...(failed === undefined ? {} : { failed }) }
}

/** Shows why claims wait, also between their retries. */
const failureOfAside = ({ aside, passed, reason }: DeliveryPlan): { readonly failed?: JobFailure } =>
  (aside.length === 0 && passed === undefined) || reason === undefined
    ? {}
    : { failed: { class: 'chain_refused', reason } }

const again = ({ plan, dueAt }: NextDelivery) => ({ kind: 'again', dueAt, memo: writePlan(plan) }) as const
