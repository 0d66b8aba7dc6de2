import type { ClaimState } from './claim-flow.ts'
import type { ClientParts } from './client.ts'
import type { EntryState } from './entry-flow.ts'
import type { FlowClaimQuery, FlowPaymentQuery } from './generated/flow-operations.ts'
import { keptId } from './idempotency.ts'
import type { PaymentState } from './payment-flow.ts'
import { ok, type Refusal, type Result, refused } from './result.ts'
import { statesOf } from './states.ts'
import type { Document } from './transport.ts'
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
 * id is deleted after the consumer has read the last state.
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
      const tell = (state: FlowState) => {
        if (state.kind !== 'waiting') doing = state
        return emit(state)
      }
      const result = await work(async () => ({
        parts,
        wallet,
        place,
        id: await keptId(storage, place, Date.now()),
        emit: tell,
        resume: () => void emit(doing),
        signal,
        used,
      }))
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
  !retryable && !['ABORTED', 'INTERNAL', 'BAD_ANSWER', 'WALLET_DECLINED', 'UNAUTHENTICATED'].includes(code)

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

/**
 * Lets the wallet send a transaction once. The transaction is stored before the wallet gets it, so a retry gives the wallet
 * the same transaction, which the chain executes once. A new transaction is prepared only after the wallet reports that it
 * sent nothing. If another tab sends it meanwhile, the wallet is not asked again.
 */
export async function executeOnce(
  { parts: { storage }, wallet }: FlowStep,
  name: string,
  prepare: () => Promise<Result<string>>,
): Promise<Result<string>> {
  const known = await storage.get(name)
  const execute = async (): Promise<Result<string>> => {
    let stored = await storage.get(name)
    if (stored === undefined) {
      const prepared = await prepare()
      if (!prepared.ok) return prepared
      stored = await storage.putIfAbsent(name, prepared.value)
    }
    const [bytes = '', sent] = stored.split(' ')
    if (sent !== undefined && stored !== known) return ok(sent)
    try {
      const txHash = await wallet.execute(bytes)
      await storage.set(name, `${bytes} ${txHash}`)
      return ok(txHash)
    } catch (error) {
      if (error instanceof WalletDeclined) await storage.delete(name)
      return refused(walletRefusal(error))
    }
  }
  return storage.exclusively ? storage.exclusively(name, execute) : execute()
}
