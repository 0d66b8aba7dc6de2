// Loaded with the first action, because the page can be read without it.
import type { ClaimOrder, ClaimState } from '@dropkit/client'
import { runFlow } from '../api/run-flow.ts'
import { rememberSent } from '../wallet/sent-transactions.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { claimClient } from './claim-client.ts'
import { proveHuman } from './prove-human.ts'

/** Claims with the client's flow, until the wallet has nothing more to do. Throws as `runFlow` does. */
export async function carryClaim(
  wallet: Wallet,
  order: Omit<ClaimOrder, 'wallet' | 'until'>,
  onState: (state: ClaimState) => void,
): Promise<void> {
  await runFlow(
    { wallet, prove: proveHuman },
    (people) => claimClient.claim({ ...order, ...people, until: 'sent' }),
    (state) => {
      if (state.kind === 'sent' && state.claim.id) rememberSent(state.claim.id, Date.now())
      if (state.kind === 'confirming_payment') rememberSent(state.payment.id, Date.now())
      onState(state)
    },
  )
}

/** Enters the lottery of a drop. Throws as `runFlow` does. */
export async function enterLottery(wallet: Wallet, drop: string): Promise<void> {
  await runFlow(
    { wallet, prove: proveHuman },
    (people) => claimClient.enter({ drop, ...people }),
    () => {},
  )
}
