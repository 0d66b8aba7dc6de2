import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiRefusal } from '../api/api-refusal.ts'
import type { ClaimableDropFragment, MyPaymentFragment } from '../api/generated/operations.ts'
import { postOrThrow } from '../api/post-json.ts'
import { pageData } from '../page/page-data.ts'
import { inOneTab } from '../wallet/in-one-tab.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { isRandom } from '../words/drop-amount.ts'
import { type ClaimSession, type Doing, openClaimSession } from './claim-session.ts'
import { claimer } from './claimer.ts'
import { itemsToPay } from './drop-award.ts'
import type { Claimer } from './use-claimer.ts'

/** What the page is doing for the claimer. */
export type Activity =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly doing: Doing }
  /** The server refused for now; the page retries on its own. */
  | { readonly kind: 'waiting'; readonly fault: ApiRefusal; readonly againAtMs: number }
  | { readonly kind: 'failed'; readonly fault: unknown }

/** The claimer's choice of what to claim. */
export interface ClaimChoice {
  /** In base units, if the claimer chooses the amount. */
  readonly amount: string | null
  /** The address to which the claims are sent. Null: the wallet's own. */
  readonly recipient: string | null
  /** How many items to claim, one after the other. */
  readonly items: number
}

export interface ClaimActs {
  readonly activity: Activity
  /** Ids of the claims that the last action made, in order. They are shown until the claimer continues. */
  readonly made: readonly string[]
  readonly connect: () => void
  readonly claim: (choice: ClaimChoice) => void
  readonly payAndClaim: (choice: ClaimChoice) => void
  readonly take: (claimId: string) => void
  readonly getTestCoins: (payment: MyPaymentFragment, choice: ClaimChoice) => void
  /** Cancels an unpaid payment, so that the claimer can buy another quantity. */
  readonly cancelPayment: (payment: MyPaymentFragment) => void
  /** Closes the receipt, so that the claimer can claim again. */
  readonly goOn: () => void
}

/** The claimer's actions on a drop's page: one at a time, and in one tab at a time. */
export function useClaimActs(drop: ClaimableDropFragment, who: Claimer): ClaimActs {
  const reads = useQueryClient()
  const [activity, setActivity] = useState<Activity>({ kind: 'idle' })
  const [made, setMade] = useState<readonly string[]>([])
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
    const { takeClaim } = await import('./carry-claim.ts')
    await takeClaim(session, wallet, claimId)
  }
  /** Claims one item. Calls `onReserved` with the claim's id before it asks the wallet. */
  const claimItem = async (
    session: ClaimSession,
    wallet: Wallet,
    { amount, recipient: to }: ClaimChoice,
    onReserved: (claimId: string) => void,
  ) => {
    const recipient =
      to === null || to === wallet.address
        ? null
        : await (await import('./approve-recipient.ts')).approveRecipient(session, wallet, {
            dropId: drop.id,
            recipient: to,
          })
    const order = { dropId: drop.id, address: wallet.address, recipient }
    const { drawClaim, reserveClaim } = await import('./carry-claim.ts')
    if (isRandom(drop)) return onReserved(await drawClaim(session, order))
    const { claimId, hasVoucher } = await reserveClaim(session, { ...order, amount })
    onReserved(claimId)
    if (hasVoucher) await take(session, wallet, claimId)
  }
  const claimWith = async (session: ClaimSession, wallet: Wallet, choice: ClaimChoice) => {
    const { items } = choice
    const claimIds: string[] = []
    try {
      for (let item = 1; item <= items; item += 1)
        await claimItem(session, wallet, choice, (claimId) => {
          claimIds.push(claimId)
          // Earlier items are not shown on their own, because the page would look finished between two items.
          if (item === items) setMade([...claimIds])
        })
    } finally {
      if (claimIds.length > 0) setMade([...claimIds])
    }
  }
  const withWallet = (doing: Doing, work: (session: ClaimSession, wallet: Wallet) => Promise<void>) =>
    void act(doing, async (session) => {
      const wallet = await who.wallet()
      if (wallet) await inTurn(() => work(session, wallet))
    })
  const pay = async (session: ClaimSession, wallet: Wallet, choice: ClaimChoice) => {
    const { carryPayment } = await import('./carry-payment.ts')
    const payment = await carryPayment(session, wallet, {
      dropId: drop.id,
      address: wallet.address,
      paymentMethod: pageData.chain === 'sui' ? 'SUI' : drop.currency,
      quantity: choice.items * itemsToPay(drop, BigInt(choice.amount ?? '1')),
    })
    if (payment.status === 'CONFIRMED') await claimWith(session, wallet, choice)
  }

  return {
    activity,
    made,
    connect: () => void act('connecting', async () => void (await who.connect())),
    claim: (choice) => withWallet('reserving', (session, wallet) => claimWith(session, wallet, choice)),
    payAndClaim: (choice) => withWallet('paying', (session, wallet) => pay(session, wallet, choice)),
    take: (claimId) =>
      withWallet('in_wallet', async (session, wallet) => {
        setMade([claimId])
        await take(session, wallet, claimId)
      }),
    getTestCoins: ({ coinType, amountAtomic }, choice) =>
      withWallet('coins', async (session, wallet) => {
        const { address } = wallet
        await postOrThrow('/fake-chain/faucet', { address, coinType, amount: amountAtomic })
        await pay(session, wallet, choice)
      }),
    cancelPayment: ({ id }) =>
      void act('paying', async (session) => {
        const { cancelPayment } = await import('./carry-payment.ts')
        await cancelPayment(session, id)
      }),
    goOn: () => setMade([]),
  }
}
