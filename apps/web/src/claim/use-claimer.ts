import type { ClaimState, ProveHuman } from '@dropkit/client'
import { useRef } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { pageData } from '../page/page-data.ts'
import { createSharedSession, signIn } from '../session/session.ts'
import { useConnectWallet } from '../wallet/connect-wallet.tsx'
import { developmentAccounts, developmentWallet } from '../wallet/development-wallet.ts'
import { takesPasskeys } from '../wallet/passkey-support.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { isRandom } from '../words/amount.ts'

/** The wallet that is connected to the claim pages. */
export const claimer = createSharedSession('dropkit.claimer')

export interface Claimer {
  /** Null before a wallet is connected. */
  readonly address: string | null
  /** Lets the claimer choose a wallet and sign in with it. Null if the claimer cancels. */
  readonly connect: () => Promise<Wallet | null>
  /** The connected wallet. After a reload, the claimer may have to choose it again. Null if the claimer cancels. */
  readonly wallet: () => Promise<Wallet | null>
  readonly disconnect: () => void
}

/** Whether a passkey wallet can do all that claims on this drop need: it signs, but sends no transactions on Sui. */
const isForPasskeys = (drop: ClaimableDropFragment): boolean =>
  pageData.chain === 'fake' || (drop.price === null && (isRandom(drop) || drop.delivery !== 'WALLET'))

/** The claimer on this page. */
export function useClaimer(drop: ClaimableDropFragment): Claimer {
  const address = claimer.use()?.walletAddress ?? null
  const choose = useConnectWallet()
  const chosen = useRef<Wallet | null>(null)

  const connect = async () => {
    const wallet = await choose('message', isForPasskeys(drop))
    if (wallet === null) return null
    const { token, expiresAt } = await signIn(wallet)
    chosen.current = wallet
    claimer.signIn({ secret: token, expiresAt, walletAddress: wallet.address })
    return wallet
  }
  const wallet = async () => {
    if (chosen.current?.address === address) return chosen.current
    const known = pageData.chain === 'fake' && developmentAccounts().find((one) => one.address === address)
    if (known) {
      chosen.current = developmentWallet(known)
      return chosen.current
    }
    const passkey = takesPasskeys()
      ? (await import('../wallet/passkey-wallet.ts')).savedPasskeyWallet()
      : null
    if (passkey?.address !== address) return connect()
    chosen.current = passkey
    return passkey
  }
  const disconnect = () => {
    chosen.current = null
    void claimer.end()
  }
  return { address, connect, wallet, disconnect }
}

/** What the page is doing for the claimer. */
export type Doing =
  | 'connecting'
  | 'reserving'
  | 'proving'
  | 'drawing'
  | 'in_wallet'
  | 'confirming'
  | 'paying'
  | 'coins'

/** @param begun What the page does before the flow's first request. */
export function doingOf(state: ClaimState | null, isRandom: boolean, begun: Doing): Doing {
  switch (state?.kind) {
    case 'signing_in':
      return 'connecting'
    case 'claiming':
      return isRandom ? 'drawing' : 'reserving'
    case 'proving':
      return 'proving'
    case 'approving':
    case 'paying':
    case 'taking':
      return 'in_wallet'
    case 'confirming':
    case 'confirming_payment':
    case 'sent':
    case 'confirmed':
      return 'confirming'
    default:
      return begun
  }
}

/** Makes the proof that the drop's human check requires. Loaded on demand, because few drops have a check. */
export const proveHuman: ProveHuman = async (challenge, signal) => {
  const { makeProof } = await import('./proof.ts')
  return makeProof(challenge, signal)
}
