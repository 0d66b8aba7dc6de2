import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiRefusal } from '../api/api-refusal.ts'
import type { ClaimableDropFragment, MyPaymentFragment } from '../api/generated/operations.ts'
import { postOrThrow } from '../api/post-json.ts'
import { pageData } from '../page/page-data.ts'
import { inOneTab } from '../wallet/in-one-tab.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { isRandom } from '../words/drop-amount.ts'
import { drawClaim, reserveClaim, takeClaim } from './carry-claim.ts'
import { type ClaimSession, type Doing, openClaimSession } from './claim-session.ts'
import { claimer } from './claimer.ts'
import { itemsToPay } from './drop-award.ts'
import type { Claimer } from './use-claimer.ts'

/** What the page is doing for the claimer. */
export type Activity =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly doing: Doing }
  /** Turned away for a moment; it goes on by itself. */
  | { readonly kind: 'waiting'; readonly fault: ApiRefusal; readonly againAtMs: number }
  | { readonly kind: 'failed'; readonly fault: unknown }

export interface ClaimActs {
  readonly activity: Activity
  /** The claim that was made while one looks. */
  readonly shown: string | null
  readonly connect: () => void
  /** `amount` in base units where the claimer names it. */
  readonly claim: (amount: string | null) => void
  readonly payAndClaim: (amount: string | null) => void
  readonly take: (claimId: string) => void
  readonly getTestCoins: (payment: MyPaymentFragment, amount: string | null) => void
  /** Leaves what was just claimed, for the next. */
  readonly goOn: () => void
}

/** What one can do on the page of a drop: one thing at a time, in one tab at a time. */
export function useClaimActs(drop: ClaimableDropFragment, who: Claimer): ClaimActs {
  const reads = useQueryClient()
  const [activity, setActivity] = useState<Activity>({ kind: 'idle' })
  const [shown, setShown] = useState<string | null>(null)
  const isBusy = useRef(false)

  const act = async (doing: Doing, work: (session: ClaimSession) => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    const session = openClaimSession({
      onDoing: (now) => setActivity({ kind: 'busy', doing: now }),
      onWait: (fault, delayMs) => setActivity({ kind: 'waiting', fault, againAtMs: Date.now() + delayMs }),
    })
    session.tell(doing)
    try {
      await work(session)
      await reads.invalidateQueries()
      setActivity({ kind: 'idle' })
    } catch (fault) {
      if (fault instanceof ApiRefusal && fault.code === 'UNAUTHENTICATED') claimer.leave()
      setActivity({ kind: 'failed', fault })
      void reads.invalidateQueries()
    } finally {
      isBusy.current = false
    }
  }
  const inTurn = (work: () => Promise<void>) => inOneTab(`dropkit claims ${drop.id}`, work)

  const take = async (session: ClaimSession, wallet: Wallet, claimId: string) => {
    if (drop.delivery === 'SPONSORED') {
      const { takeSponsoredClaim } = await import('./take-sponsored-claim.ts')
      if (await takeSponsoredClaim(session, wallet, claimId)) return
    }
    await takeClaim(session, wallet, claimId)
  }
  const claimWith = async (session: ClaimSession, wallet: Wallet, amount: string | null) => {
    const order = { dropId: drop.id, address: wallet.address }
    if (isRandom(drop)) return setShown(await drawClaim(session, order))
    const { claimId, hasVoucher } = await reserveClaim(session, { ...order, amount })
    setShown(claimId)
    if (hasVoucher) await take(session, wallet, claimId)
  }
  const withWallet = (doing: Doing, work: (session: ClaimSession, wallet: Wallet) => Promise<void>) =>
    void act(doing, async (session) => {
      const wallet = await who.wallet()
      if (wallet) await inTurn(() => work(session, wallet))
    })
  const pay = async (session: ClaimSession, wallet: Wallet, amount: string | null) => {
    const { carryPayment } = await import('./carry-payment.ts')
    const payment = await carryPayment(session, wallet, {
      dropId: drop.id,
      address: wallet.address,
      paymentMethod: pageData.chain === 'sui' ? 'SUI' : drop.currency,
      quantity: itemsToPay(drop, BigInt(amount ?? '1')),
    })
    if (payment.status === 'CONFIRMED') await claimWith(session, wallet, amount)
  }

  return {
    activity,
    shown,
    connect: () => void act('connecting', async () => void (await who.connect())),
    claim: (amount) => withWallet('reserving', (session, wallet) => claimWith(session, wallet, amount)),
    payAndClaim: (amount) => withWallet('paying', (session, wallet) => pay(session, wallet, amount)),
    take: (claimId) =>
      withWallet('in_wallet', async (session, wallet) => {
        setShown(claimId)
        await take(session, wallet, claimId)
      }),
    getTestCoins: ({ coinType, amountAtomic }, amount) =>
      withWallet('coins', async (session, wallet) => {
        const { address } = wallet
        await postOrThrow('/fake-chain/faucet', { address, coinType, amount: amountAtomic })
        await pay(session, wallet, amount)
      }),
    goOn: () => setShown(null),
  }
}
