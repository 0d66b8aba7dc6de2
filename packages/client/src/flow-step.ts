import type { ClaimState } from './claim-flow.ts'
import type { ClientParts } from './client.ts'
import type { Document } from './document.ts'
import type { FlowClaimQuery, FlowPaymentQuery } from './generated/flow-operations.ts'
import { ok, type Refusal, type Result, refused } from './result.ts'
import { walletRefusal } from './session.ts'
import { type Wallet, WalletDeclined } from './wallet.ts'

export type FlowClaim = NonNullable<FlowClaimQuery['claim']>
export type FlowPayment = NonNullable<FlowPaymentQuery['paymentIntent']>

/** What the steps of one claim flow share. */
export interface FlowStep {
  readonly parts: ClientParts
  readonly wallet: Wallet
  /** The flow's stored id, from which idempotency keys are made. */
  readonly id: string
  readonly emit: (state: ClaimState) => Promise<void>
  readonly signal: AbortSignal
  /** Names in the storage that are deleted with the flow. */
  readonly used: string[]
}

/** Waits are states that the consumer sees. */
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
 * Has the wallet send a transaction, once. The transaction is stored before the wallet gets it, and a repetition gives the
 * wallet the same one, which the chain executes once. Only after the wallet says that it sent nothing is another prepared.
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
