import { type ProveHuman, type Refusal, WalletDeclined } from '@dropkit/client'
import type { Wallet } from '../wallet/wallet.ts'
import { mayHaveBeenSent } from '../words/chain-reason.ts'
import { ApiRefusal } from './api-refusal.ts'

interface FlowPeople {
  readonly wallet: Wallet
  readonly prove?: ProveHuman
}

/**
 * Runs a flow of the client to its end, calls `onState` with each state, and returns the last one. Throws an `ApiRefusal`,
 * or the error of the wallet or of the human check.
 */
export async function runFlow<State extends { readonly kind: string }>(
  { wallet, prove }: FlowPeople,
  begin: (people: FlowPeople) => AsyncIterable<State>,
  onState: (state: State) => void,
): Promise<State> {
  let thrown: unknown
  const watched =
    <Arguments extends readonly unknown[], Answer>(ask: (...given: Arguments) => Promise<Answer>) =>
    (...given: Arguments) =>
      ask(...given).catch((fault: unknown) => {
        thrown = fault
        // The client then asks for a new transaction, instead of the same one again.
        throw mayHaveBeenSent(fault) ? fault : new WalletDeclined(String(fault))
      })
  const people = {
    wallet: {
      ...wallet,
      signMessage: watched(wallet.signMessage),
      execute: watched(wallet.execute),
      ...(wallet.signTransaction && { signTransaction: watched(wallet.signTransaction) }),
    },
    ...(prove && { prove: watched(prove) }),
  }
  let last: State | undefined
  for await (const state of begin(people)) {
    const { refusal } = state as { readonly refusal?: Refusal }
    if (state.kind === 'refused' && refusal) {
      if (thrown !== undefined && NOT_BY_THE_SERVICE.has(refusal.code)) throw thrown
      const code = refusal.code === 'BAD_ANSWER' ? 'INTERNAL' : refusal.code
      throw new ApiRefusal(refusal.message, { ...refusal, code })
    }
    last = state
    onState(state)
  }
  if (last === undefined) throw new ApiRefusal('The flow ended without a state')
  return last
}

const NOT_BY_THE_SERVICE: ReadonlySet<string> = new Set(['WALLET_DECLINED', 'HUMAN_CHECK_REQUIRED'])
