import type { ClaimState } from './claim-flow.ts'
import type { ClientParts } from './client.ts'
import type { Document } from './document.ts'
import type { FlowClaimQuery, FlowPaymentQuery } from './generated/flow-operations.ts'
import { ok, type Refusal, type Result, refused } from './result.ts'
import { walletRefusal } from './session.ts'
import { type Wallet, WalletDeclined } from './wallet.ts'

export type FlowClaim = NonNullable<FlowClaimQuery['claim']>
export type FlowPayment = NonNullable<FlowPaymentQuery['paymentIntent']>

/** What the steps of a claim flow share. */
export interface FlowStep {
  readonly parts: ClientParts
  readonly wallet: Wallet
  /** The flow's stored id, from which the idempotency keys are derived. */
  readonly id: string
  readonly emit: (state: ClaimState) => Promise<void>
  readonly signal: AbortSignal
  /** Storage names that are deleted when the flow ends. */
  readonly used: string[]
}

/** Emits each wait as a state. */
export const patience = ({ emit, signal }: FlowStep) => ({
  signal,
  onWait: (refusal: Refusal, delayMs: number) =>
    void emit({ kind: 'waiting', refusal, retryAtMs: Date.now() + delayMs }),
})

export const read = <Data, Variables>(
  step: FlowStep,
  document: Document<Data, Variables>,
  variables: Variables,
): Promise<Result<Data>> => step.parts.query(document, variables, patience(step))

/**
 * Lets the wallet send a transaction once. The transaction is stored before the wallet gets it, so a retry gives the wallet
 * the same transaction, which the chain executes once. A new transaction is prepared only after the wallet reports that it
 * sent nothing.
 */
export async function executeOnce(
  { parts: { storage }, wallet }: FlowStep,
  name: string,
  prepare: () => Promise<Result<string>>,
): Promise<Result<string>> {
  let bytes = await storage.get(name)
  if (bytes === undefined) {
    const prepared = await prepare()
    if (!prepared.ok) return prepared
    bytes = await storage.putIfAbsent(name, prepared.value)
  }
  try {
    return ok(await wallet.execute(bytes))
  } catch (fault) {
    if (fault instanceof WalletDeclined) await storage.delete(name)
    return refused(walletRefusal(fault))
  }
}
