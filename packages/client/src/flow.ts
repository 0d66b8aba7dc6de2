import type { ClaimState } from './claim-flow.ts'
import type { ClientParts } from './client.ts'
import type { EntryState } from './entry-flow.ts'
import type { FlowPaymentQuery } from './generated/flow-operations.ts'
import { type FlowClaimQuery, FlowDropDocument, type FlowDropQuery } from './generated/flow-operations.ts'
import { storedId } from './idempotency.ts'
import type { PaymentState } from './payment-flow.ts'
import { ABORTED, notLoaded, ok, type Refusal, type Result, refusalOf, refused } from './result.ts'
import type { ClientStorage } from './storage.ts'
import { aborted, type Document, pause } from './transport.ts'
import { type Wallet, WalletDeclined, walletRefusal } from './wallet.ts'

export type FlowClaim = NonNullable<FlowClaimQuery['claim']>
export type FlowPayment = NonNullable<FlowPaymentQuery['paymentIntent']>
export type FlowState = ClaimState | PaymentState | EntryState

/** What the steps of a flow share. */
export interface FlowStep {
  readonly parts: ClientParts
  readonly wallet: Wallet
  /** The storage name of the flow's id. */
  readonly place: string
  /** The flow's stored id, from which the idempotency keys are derived. */
  readonly id: string
  readonly emit: (state: FlowState) => Promise<void>
  /** Emits the state before the last wait again. */
  readonly resume: () => void
  readonly signal: AbortSignal
  /** Storage names that are deleted when the flow ends. */
  readonly used: string[]
}

interface FlowTerms {
  readonly parts: ClientParts
  readonly wallet: Wallet
  readonly signal: AbortSignal | undefined
  /** The storage name of the flow's id. Flows with the same name are one flow. */
  readonly place: string
}

/**
 * The states of one flow, of which `work` returns the last. The flow stores an id before its first request and derives
 * every idempotency key from it. It stores each transaction before it gives it to the wallet. A flow that was interrupted at
 * any point therefore continues when it is run again: each step that already had its effect returns the same answer. The
 * id is deleted after the consumer has read the last state. If the signal aborts, the flow ends at once.
 */
export async function* flowOf<State extends FlowState>(
  { parts, wallet, signal: outer, place }: FlowTerms,
  work: (begin: () => Promise<FlowStep>) => Promise<Result<State>>,
): AsyncGenerator<State, void, undefined> {
  const { storage } = parts
  const used: string[] = []
  let isEnded = false
  try {
    const states = statesOf<FlowState>(async (emit, signal) => {
      let doing: FlowState = { kind: 'checking' }
      const tell = async (state: FlowState) => {
        if (state.kind !== 'waiting') doing = state
        if (!signal.aborted) await emit(state)
      }
      const begin = async () => ({
        parts,
        wallet,
        place,
        id: await storedId(storage, place, Date.now()),
        emit: tell,
        resume: () => void tell(doing),
        signal,
        used,
      })
      // A wallet may never answer.
      const result = await Promise.race([work(begin), aborted(signal)])
      isEnded = result.ok || isFinal(result.refusal)
      await emit(result.ok ? result.value : { kind: 'refused', refusal: result.refusal })
    }, outer)
    yield* states as AsyncGenerator<State, void, undefined>
  } finally {
    if (isEnded) for (const name of [...used, place]) await storage.delete(name)
  }
}

/** Whether the next run of the flow would be a new one. After all other refusals, the next run continues this one. */
const isFinal = ({ code, retryable }: Refusal): boolean =>
  !retryable &&
  !['ABORTED', 'INTERNAL', 'BAD_ANSWER', 'WALLET_DECLINED', 'PRICE_CHANGED', 'UNAUTHENTICATED'].includes(code)

/** Emits each wait as a state. */
export const retryOptions = ({ emit, resume, signal }: FlowStep) => ({
  signal,
  onWait: (refusal: Refusal, delayMs: number) =>
    void emit({ kind: 'waiting', refusal, retryAtMs: Date.now() + delayMs }),
  onRetry: resume,
})

export const read = <Data, Variables>(
  step: FlowStep,
  document: Document<Data, Variables>,
  variables: Variables,
): Promise<Result<Data>> => step.parts.query(document, variables, retryOptions(step))

/** How often the server is asked while a wallet does not answer, and for how long: about 20 minutes. */
const FIRST_LOOK_MS = 3_000
const LONGEST_LOOK_MS = 10_000
const MOST_LOOKS = 120

/**
 * Lets the wallet send a transaction once. The transaction is stored before the wallet gets it, so a retry gives the wallet
 * the same transaction, which the chain executes once. A new transaction is prepared only if the wallet reports at the first
 * attempt that it sent nothing: a later report says nothing about the earlier attempts. If another tab sends it meanwhile,
 * the wallet is not asked again. A wallet may send it and never answer, so the server is asked, too.
 * @param hasArrived Asks the server whether it knows the transaction, or its effect.
 * @returns The hash. Undefined if only the server has answered.
 */
export async function executeOnce(
  { parts: { storage }, wallet, signal }: FlowStep,
  name: string,
  {
    prepare,
    hasArrived,
  }: {
    readonly prepare: () => Promise<Result<string>>
    readonly hasArrived: (signal: AbortSignal) => Promise<boolean>
  },
): Promise<Result<string | undefined>> {
  const known = await storage.get(name)
  const execute = async (): Promise<Result<string | undefined>> => {
    // The flow may have ended while another tab or flow had the lock.
    if (signal.aborted) return refused(ABORTED)
    let stored = await storage.get(name)
    const isFirst = stored === undefined
    if (stored === undefined) {
      const prepared = await prepare()
      if (!prepared.ok) return prepared
      stored = await storage.putIfAbsent(name, prepared.value)
    }
    const [bytes = '', sent] = stored.split(' ')
    if (sent !== undefined && stored !== known) return ok(sent)
    const ask = async () => {
      try {
        const txHash = await wallet.execute(bytes)
        // The flow may be over, and its names deleted.
        if ((await storage.get(name)) !== undefined) await storage.set(name, `${bytes} ${txHash}`)
        return ok(txHash)
      } catch (error) {
        const { sent } = await storedTransaction(storage, name)
        if (sent !== undefined) return ok(sent)
        // A later run of the flow may have given it to the wallet again.
        if (isFirst && !signal.aborted && error instanceof WalletDeclined) await storage.delete(name)
        return refused(walletRefusal(error))
      }
    }
    const answered = new AbortController()
    const arrived = arrival(hasArrived, AbortSignal.any([signal, answered.signal]))
    return Promise.race([ask(), arrived]).finally(() => answered.abort())
  }
  return storage.exclusively ? storage.exclusively(name, execute) : execute()
}

/** Resolves when the server has the transaction, and when the signal aborts. */
async function arrival(
  hasArrived: (signal: AbortSignal) => Promise<boolean>,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  let delayMs = FIRST_LOOK_MS
  for (let looks = 0; looks < MOST_LOOKS && (await pause(delayMs, signal)); looks += 1) {
    if (await hasArrived(signal)) return ok(undefined)
    delayMs = Math.min(delayMs * 1.5, LONGEST_LOOK_MS)
  }
  return aborted(signal)
}

/** Codes for a caller whose claim or payment it is not. */
const NOT_OWN: readonly string[] = ['FORBIDDEN', 'NOT_FOUND']

/**
 * The answer to a call that names a transaction, unless the flow can go on without it: the server also watches the chain, so
 * it finds the transaction later. A visitor may not make the call, nor may another wallet that has signed in meanwhile.
 */
export const unlessUnneeded = (named: Result<unknown>): Result<unknown> =>
  named.ok || named.refusal.retryable || NOT_OWN.includes(named.refusal.code) ? ok(undefined) : named

/** A transaction that the wallet was given, and its hash if the wallet has returned it. */
export async function storedTransaction(storage: ClientStorage, name: string) {
  const [bytes, sent] = (await storage.get(name))?.split(' ') ?? []
  return { bytes, sent }
}

export type FlowDrop = NonNullable<FlowDropQuery['byShortcode']>

/** @param place The drop's id or shortcode. */
export async function dropAt(step: FlowStep, place: string): Promise<Result<FlowDrop>> {
  const variables = { place, id: place, mayBeId: place.startsWith('drop_') }
  const answer = await read(step, FlowDropDocument, variables)
  if (!answer.ok) return answer
  const drop = answer.value.byId ?? answer.value.byShortcode
  return drop ? ok(drop) : notFound('Drop', 'drop')
}

/** The refusal of an order that names something that does not exist. */
export const notFound = (what: string, field: string) =>
  refused(refusalOf('NOT_FOUND', `${what} not found`, { field, details: { what } }))

/** Loads a part of the client that few flows need. A page loads it with the first flow that needs it. */
export const loaded = <Part>(load: () => Promise<Part>): Promise<Result<Part>> => load().then(ok, notLoaded)

/** Runs `work` with a session of the wallet, if it needs one, and runs it again if the session has ended. */
export async function withSession<Value>(
  step: FlowStep,
  drop: FlowDrop,
  work: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const isSignedIn = await ensureSession(step, drop, false)
  if (!isSignedIn.ok) return isSignedIn
  const first = await work()
  if (first.ok || first.refusal.code !== 'UNAUTHENTICATED' || step.parts.credentials.isCallers) return first
  const again = await ensureSession(step, drop, true)
  return again.ok ? work() : again
}

/** Signs in if claims on this drop need a session. On other drops, a key is enough. */
async function ensureSession(
  { parts, wallet, emit, signal }: FlowStep,
  drop: FlowDrop,
  isRenewal: boolean,
): Promise<Result<unknown>> {
  const { credentials, keyKind } = parts
  const known = credentials.session()
  if (known && isRenewal) await credentials.forget(known.token)
  if (known?.address === wallet.address && !isRenewal) return ok(known)
  const needsOwner = drop.claimAccess === 'WALLET' || (keyKind === 'publishable' && drop.price !== null)
  const isNeeded = keyKind === 'none' || needsOwner || known !== undefined
  if (!isNeeded) return ok(undefined)
  if (credentials.isCallers) return refused(refusalOf('UNAUTHENTICATED', 'The wallet is not signed in'))
  if (!isRenewal && (await credentials.resume(wallet.address))) return ok(undefined)
  await emit({ kind: 'signing_in' })
  return credentials.signIn(wallet, signal)
}

/**
 * Returns what `run` emits, as an async iterator. `run` starts with the first `next`. If the consumer stops, the signal of
 * `run` aborts, and the iterator ends after `run` has ended. An error that `run` throws is thrown to the consumer.
 * @param mostWaiting The maximum number of states that wait for the consumer. If it is reached, `emit` waits.
 */
export async function* statesOf<State>(
  run: (emit: (state: State) => Promise<void>, signal: AbortSignal) => Promise<void>,
  outer: AbortSignal | undefined,
  mostWaiting = 100,
): AsyncGenerator<State, void, undefined> {
  const own = new AbortController()
  const signal = outer ? AbortSignal.any([outer, own.signal]) : own.signal
  const waiting: State[] = []
  let isOver = false
  /** Holds what `run` threw, which may be undefined. */
  let failure: unknown
  let wakeConsumer = () => {}
  let wakeProducer = () => {}
  const stop = () => wakeProducer()
  signal.addEventListener('abort', stop)

  const emit = async (state: State) => {
    if (signal.aborted && own.signal.aborted) return
    waiting.push(state)
    wakeConsumer()
    while (waiting.length >= mostWaiting && !signal.aborted)
      await new Promise<void>((resolve) => {
        wakeProducer = resolve
      })
  }
  const running = run(emit, signal)
    .catch((thrown: unknown) => {
      failure = { thrown }
    })
    .finally(() => {
      isOver = true
      wakeConsumer()
    })

  try {
    for (;;) {
      const isThere = waiting.length > 0
      if (isThere) {
        const state = waiting.shift() as State
        wakeProducer()
        yield state
      } else if (isOver) {
        if (failure) throw (failure as { readonly thrown: unknown }).thrown
        return
      } else
        await new Promise<void>((resolve) => {
          wakeConsumer = resolve
        })
    }
  } finally {
    signal.removeEventListener('abort', stop)
    own.abort()
    wakeProducer()
    await running
  }
}
