import { setTimeout as sleep } from 'node:timers/promises'
import {
  type BegunRequest,
  type Caller,
  type ClaimGrant,
  type Dropkit,
  type Effect,
  type IdempotencyKey,
  type IdempotencyLease,
  idOfClaim,
  isRetryable,
  type Refusal,
  readClaimId,
  type Sealed,
  type Secrets,
} from '@dropkit/core'
import { DAY_MS, doublingDelayMs, isPublicCaller, logError, SEALED_FOR } from '@dropkit/core/internal'
import type { Services } from '../context.ts'
import { refusalError } from '../errors/refusal-error.ts'
import { badIdempotencyKey, keyInProgress, keyReused } from '../errors/request-error.ts'
import type { AskedOperation } from '../execution/engine.ts'
import type { Begun, Outcome, RequestChecks } from '../execution/execute-operation.ts'
import type { Answer } from '../http/answer.ts'
import type { GraphqlRequest } from '../http/graphql-request.ts'
import { fingerprintOf } from './fingerprint.ts'

/** The source of an answer's voucher, and its expiry. */
interface VoucherNote {
  readonly claimId: string
  readonly expiresAt: number
  /** The public key of the key that signed it. */
  readonly publicKey: string
}

/** The state of a running request with an Idempotency-Key. */
export interface RequestRecord {
  /** The effect of an earlier attempt. If set, only the answer is built, and nothing is done. */
  readonly effect: Effect | null
  /** Whether the mutation was reached. */
  hasRun: boolean
  /** Whether the mutation was refused for a temporary reason, in an answer without an error. */
  isRetryable: boolean
  voucher: VoucherNote | null
}

const createRequestRecord = (effect: Effect | null): RequestRecord => ({
  effect,
  hasRun: false,
  isRetryable: false,
  voucher: null,
})

/** A stored answer for a repeated request. */
interface StoredAnswer extends Pick<Answer, 'status' | 'text'> {
  readonly voucher: VoucherNote | null
}

/** Seals the answer, because it may contain secrets. It can be opened only for its user and key. */
function sealAnswer(secrets: Secrets, key: IdempotencyKey, { status, text, voucher }: StoredAnswer): Sealed {
  const stored: StoredAnswer = { status, text, voucher }
  return secrets.seal(new TextEncoder().encode(JSON.stringify(stored)), purposeOf(key))
}

const openAnswer = (secrets: Secrets, key: IdempotencyKey, sealed: Sealed): StoredAnswer =>
  JSON.parse(new TextDecoder().decode(secrets.open(sealed, purposeOf(key)))) as StoredAnswer

const purposeOf = ({ userId, key }: IdempotencyKey): string => SEALED_FOR.answer(userId, key)

const VISIBLE = /^[\x21-\x7e]{1,255}$/

/** Reads the header of a mutation. Throws if it is not a valid key. */
function readIdempotencyKey(header: string | readonly string[]): string {
  if (typeof header !== 'string' || !VISIBLE.test(header)) {
    throw badIdempotencyKey('WRONG_FORMAT', 'must have 1 to 255 visible ASCII characters, and no blanks')
  }
  return header
}

/** How long a server that has stopped responding blocks a key, in milliseconds. */
const LEASE_MS = 60_000
/** When a client should retry, in milliseconds. Most requests end long before their lease expires. */
const ASK_AGAIN_MS = 1_000
/** When a server first tries again to end a lease that the store did not end, in milliseconds. Each later wait is twice as long. */
const END_AGAIN_MS = 500
const LONGEST_DELAY_MS = 10_000
/** How many leases a process tries again to end at the same time, because each keeps an answer in memory. Others expire. */
const MOST_ENDED_LATER = 1_000
let endedLater = 0

/** About what any change stores anyway. */
const SMALL_ANSWER_BYTES = 4_096
/** About what the record of a request takes in the store, without its key and its answer. */
const RECORD_BYTES = 300

interface AnswerToKeyed {
  readonly answer: Answer
  /** Whether the answer is that of an earlier request with the same key. */
  readonly isReplayed: boolean
}

/** One request with an Idempotency-Key. */
export interface KeyedRequest {
  readonly begin: RequestChecks['begin']
  /** Stores the answer, or returns the stored one. `answerTo` builds the answer from an outcome. */
  finish(outcome: Outcome, answerTo: (outcome: Outcome) => Answer): Promise<AnswerToKeyed>
}

type Lease = Extract<BegunRequest, { readonly kind: 'begun' }>['lease']

export function createKeyedRequest(
  services: Services,
  caller: Caller,
  header: string | readonly string[],
  request: GraphqlRequest,
): KeyedRequest {
  const { dropkit, idempotency, secrets, clock, log } = services
  const { user } = caller
  let lease: Lease | undefined
  let record: RequestRecord | undefined

  function runWith(started: RequestRecord, held: Lease | undefined): Begun {
    record = started
    lease = held
    const keyed = keyedDropkit(dropkit, held ?? null, started)
    return { kind: 'runs', context: { services: { ...services, dropkit: keyed }, record } }
  }

  async function begin(operation: AskedOperation): Promise<Begun> {
    const mutation = oneMutation(operation)
    if (mutation === null) return { kind: 'runs', context: {} }
    const key = { userId: user.id, key: readIdempotencyKey(header) }
    const now = clock.now()
    const terms = { now, leaseMs: LEASE_MS, expiresAt: now + DAY_MS }
    const begun = await idempotency.begin(key, await fingerprintOf(request), terms)
    switch (begun.kind) {
      case 'reused':
        throw keyReused()
      case 'in_progress':
        throw keyInProgress(Math.min(begun.retryAfterMs, ASK_AGAIN_MS))
      case 'begun':
        return runWith(createRequestRecord(null), begun.lease)
      case 'took_effect':
        return runWith(createRequestRecord(begun.effect), begun.lease)
      case 'answered': {
        const answer = openAnswer(secrets, key, begun.answer)
        if (answer.voucher && (await isNoGoodAnyMore(services, answer.voucher))) {
          return runWith(createRequestRecord({ kind: 'claim', id: answer.voucher.claimId }), undefined)
        }
        return { kind: 'answered', answer }
      }
    }
  }

  /** Whether the answer may be stored. Large ones count for its user, or keys would fill the store. */
  const mayKeep = async ({ text }: Answer): Promise<boolean> => {
    const bytes = Buffer.byteLength(text)
    return bytes <= SMALL_ANSWER_BYTES || (await dropkit.mayKeepAnswer(caller, bytes))
  }

  /**
   * Why an answer without effect may not be stored: repeats and refusals with ever new keys would fill the store. The answer is
   * then replaced by one that is retryable, because any other must be the same when the request is repeated.
   */
  async function refusalToKeep({ key }: Lease, { text }: Answer): Promise<Refusal | null> {
    const counted = await dropkit.countKeptAnswer(caller, Buffer.byteLength(text) + key.length + RECORD_BYTES)
    return counted.ok ? null : counted.error
  }

  /** What happens to an answer: it is stored, or its key is forgotten. */
  type Decision =
    | { readonly kind: 'keep' }
    | { readonly kind: 'forget' }
    /** The answer may not be stored, so its caller gets this refusal instead. */
    | { readonly kind: 'not_kept'; readonly refusal: Refusal }

  async function decide(
    held: Lease,
    { effect, hasRun, isRetryable }: RequestRecord,
    answer: Answer,
  ): Promise<Decision> {
    if (!hasRun || isRetryable || answer.isRetryable) return { kind: 'forget' }
    if (effect !== null || (await idempotency.tookEffect(held))) {
      return { kind: (await mayKeep(answer)) ? 'keep' : 'forget' }
    }
    // The pages of a publishable key share its bytes, so one visitor could use them up for all.
    if (isPublicCaller(caller)) return { kind: 'forget' }
    const refusal = await refusalToKeep(held, answer)
    return refusal ? { kind: 'not_kept', refusal } : { kind: 'keep' }
  }

  type Settled =
    | { readonly kind: 'settled' }
    /** Another request has taken over the key. */
    | { readonly kind: 'lost' }
    | Extract<Decision, { readonly kind: 'not_kept' }>

  /**
   * Stores the answer for later requests. If that fails, this caller still gets its answer, and the server tries again. The
   * effect of a request is stored anyway: without the answer, it is built again from the effect as soon as the lease has ended.
   */
  async function settle(held: Lease, ran: RequestRecord, answer: Answer): Promise<Settled> {
    let decision: Decision | undefined
    async function end(): Promise<Settled> {
      decision ??= await decide(held, ran, answer)
      if (decision.kind === 'keep') {
        const sealed = sealAnswer(secrets, held, { ...answer, voucher: ran.voucher })
        return { kind: (await idempotency.answer(held, sealed)) ? 'settled' : 'lost' }
      }
      await idempotency.forget(held)
      return decision.kind === 'not_kept' ? decision : { kind: 'settled' }
    }
    try {
      return await end()
    } catch (error) {
      logError(log, 'an answer could not be kept for its Idempotency-Key', { userId: user.id }, error)
      void endLater(end)
      return decision?.kind === 'not_kept' ? decision : { kind: 'settled' }
    }
  }

  /**
   * Ends the lease of a request that is over as soon as the store answers, so that a repeat does not wait until it expires.
   * Nothing is executed twice: an effect whose commit is certain stays with the key, and the store rejects a later commit,
   * because its fence is outdated.
   */
  async function endLater(end: () => Promise<unknown>): Promise<void> {
    if (endedLater >= MOST_ENDED_LATER) return
    endedLater++
    const until = clock.now() + LEASE_MS
    for (let tries = 0, hasEnded = false; !hasEnded; tries++) {
      const delayMs = doublingDelayMs(END_AGAIN_MS, tries, LONGEST_DELAY_MS)
      // Servers that lost the store at the same moment do not all return at the same moment.
      await sleep(delayMs * (0.5 + Math.random() / 2), undefined, { ref: false })
      if (clock.now() >= until) break
      hasEnded = await end().then(
        () => true,
        () => false,
      )
    }
    endedLater--
  }

  return {
    begin,
    async finish(outcome, answerTo) {
      if (outcome.kind === 'answered') return { answer: outcome.answer, isReplayed: true }
      if (!record) return { answer: answerTo(outcome), isReplayed: false }
      const inProgress = () => answerTo({ kind: 'refused', errors: [keyInProgress(ASK_AGAIN_MS)] })
      if (lostItsLease(outcome)) return { answer: inProgress(), isReplayed: false }
      const answer = answerTo(outcome)
      const settled = lease && (await settle(lease, record, answer))
      // Another request now answers for this key. There must not be two answers.
      if (settled?.kind === 'lost') return { answer: inProgress(), isReplayed: false }
      if (settled?.kind === 'not_kept') {
        const errors = [refusalError(settled.refusal)]
        return { answer: answerTo({ kind: 'refused', errors }), isReplayed: false }
      }
      return { answer, isReplayed: record.effect !== null && answer.isRetryable !== true }
    },
  }
}

/** The name of the request's mutation. Null if it has none. */
function oneMutation({ type, rootFields }: AskedOperation): string | null {
  if (type !== 'mutation') return null
  const mutations = rootFields.filter(({ name }) => !name.value.startsWith('__'))
  if (mutations.length > 1) {
    throw badIdempotencyKey(
      'CONTRADICTION',
      `is for requests with one mutation, this one has ${mutations.length}`,
    )
  }
  return mutations[0]?.name.value ?? null
}

/**
 * Whether a voucher has expired, or was signed with a key that the drop has since changed, while its claim is still
 * pending.
 */
async function isNoGoodAnyMore(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { claimId, expiresAt, publicKey }: VoucherNote,
): Promise<boolean> {
  const place = readClaimId(claimId)
  if (!place) return false
  const drop = await store.dropForSettlement(place.dropId)
  if (clock.now() < expiresAt && drop?.voucherKey.publicKey === publicKey) return false
  const claim = (await store.claims([place])).get(claimId)
  return claim?.state.kind === 'PENDING'
}

/** Whether another server took over the key during this request. The writes of this request were then rejected. */
const lostItsLease = (outcome: Outcome): boolean =>
  outcome.kind === 'executed' &&
  outcome.errors.some(({ originalError }) => originalError?.name === 'LeaseLost')

/** The use cases for one request with an Idempotency-Key. Their effects are stored under its lease, if it has one. */
function keyedDropkit(dropkit: Dropkit, lease: IdempotencyLease | null, record: RequestRecord): Dropkit {
  const own = lease ? dropkit.withLease(lease) : dropkit

  function note({ claim, voucher, drop }: ClaimGrant): void {
    const { publicKey } = drop.voucherKey
    if (voucher === null) return
    record.voucher = { claimId: idOfClaim(claim), expiresAt: voucher.expiresAt, publicKey }
  }

  return {
    ...dropkit,
    ...own,
    async claimDrop(caller, input) {
      const granted = await own.claimDrop(caller, input)
      if (granted.ok) note(granted.value)
      return granted
    },
    async claimWithLink(caller, input) {
      const granted = await own.claimWithLink(caller, input)
      if (granted.ok) note(granted.value)
      return granted
    },
    async recoverClaim(caller, id) {
      const recovered = await own.recoverClaim(caller, id)
      if (recovered.ok) note(recovered.value)
      return recovered
    },
    async claimRandomDrop(caller, input) {
      const answer = await own.claimRandomDrop(caller, input)
      if (answer.ok && answer.value.kind === 'refused') {
        record.isRetryable = isRetryable(answer.value.refusal)
      }
      return answer
    },
  }
}
