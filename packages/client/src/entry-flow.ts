import type { ClaimState } from './claim-flow.ts'
import type { ClientParts } from './client.ts'
import { dropAt, flowOf, retryOptions, withSession } from './flow.ts'
import { FlowEnterDocument } from './generated/flow-operations.ts'
import { type ProveHuman, withProof } from './human-check.ts'
import { ok } from './result.ts'
import type { Wallet } from './wallet.ts'

/** Which lottery to enter, and with which wallet. */
export interface EntryOrder {
  /** The drop's id or shortcode. */
  readonly drop: string
  readonly wallet: Wallet
  /** As in `ClaimOrder`. */
  readonly prove?: ProveHuman
  readonly signal?: AbortSignal
}

/** The state of an entry. `entered` and `refused` are final. */
export type EntryState =
  | Extract<ClaimState, { readonly kind: 'checking' | 'signing_in' | 'proving' | 'waiting' | 'refused' }>
  | { readonly kind: 'entered' }

/** The states of one entry into a lottery. */
export function entryFlow(
  parts: ClientParts,
  { drop: place, wallet, prove, signal }: EntryOrder,
): AsyncGenerator<EntryState, void, undefined> {
  const name = `entry ${JSON.stringify([parts.url, place, wallet.address])}`
  return flowOf<EntryState>({ parts, wallet, signal, place: name }, async (begin) => {
    const step = await begin()
    await step.emit({ kind: 'checking' })
    const drop = await dropAt(step, place)
    if (!drop.ok) return drop
    const { id: dropId } = drop.value
    const input = { dropId, userAddress: wallet.address }
    const entered = await withSession(step, drop.value, () =>
      withProof(step, { dropId, key: `${step.id}-enter`, prove }, (proof, key) =>
        parts.mutateOnce(FlowEnterDocument, { input: { ...input, ...proof } }, key, retryOptions(step)),
      ),
    )
    return entered.ok ? ok({ kind: 'entered' }) : entered
  })
}
