import type { ClaimState } from '@dropkit/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { readSaved, save } from '../session/saved.ts'
import { useConnectWallet } from '../wallet/connect-wallet.tsx'
import { createPasskeyWallet, findPasskeyWallet } from '../wallet/passkey-wallet.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { isRandom } from '../words/drop-amount.ts'
import { type Doing, doingOf } from './doing.ts'
import type { LinkKey } from './link-key.ts'
import type { Claimer } from './use-claimer.ts'

export interface LinkActs {
  readonly doing: Doing | null
  readonly fault: unknown
  /** The address for which this browser has used the link. */
  readonly usedFor: string | null
  /** Whether the link was used since the page was opened. */
  readonly isNew: boolean
  /** Whether the server sends the claim, so that any address works. */
  readonly isDelivered: boolean
  readonly withNewPasskey: (amount: string | null) => void
  readonly withKnownPasskey: (amount: string | null) => void
  readonly withWallet: (amount: string | null) => void
  readonly toAddress: (address: string, amount: string | null) => void
  readonly take: (claimId: string) => void
}

/** The actions of a claim link's holder, one at a time. */
export function useLinkActs(drop: ClaimableDropFragment, key: LinkKey, who: Claimer): LinkActs {
  const reads = useQueryClient()
  const choose = useConnectWallet()
  const place = `dropkit.link.${key.id}`
  const [doing, setDoing] = useState<Doing | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const [isNew, setNew] = useState(false)
  const [usedFor, setUsedFor] = useState(() => readSaved<string>(place))
  const isBusy = useRef(false)
  const isDelivered = isRandom(drop) || drop.delivery === 'SERVER'

  const act = async (doing: Doing, work: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setFault(null)
    setDoing(doing)
    try {
      await work()
    } catch (cause) {
      // The user has closed the browser's own dialog, which is not an error.
      if (!(cause instanceof DOMException && cause.name === 'NotAllowedError')) setFault(cause)
    } finally {
      setDoing(null)
      isBusy.current = false
      await reads.invalidateQueries()
    }
  }
  const show = (state: ClaimState) => {
    const next = doingOf(state.kind, false)
    if (next !== null) setDoing(next)
  }
  const claimTo = async (wallet: Wallet, amount: string | null) => {
    const { carryClaim } = await import('./claim-flow.ts')
    const order = { drop: drop.id, link: key, ...(amount === null ? {} : { amount }) }
    await carryClaim(wallet, order, (state) => {
      show(state)
      if (!('claim' in state) || !state.claim.userAddress) return
      save(place, state.claim.userAddress)
      setUsedFor(state.claim.userAddress)
      setNew(true)
    })
  }
  const withPasskey = (find: () => Promise<Wallet>, amount: string | null) =>
    void act('connecting', async () => claimTo(await find(), amount))
  const connected = async (): Promise<Wallet | null> => (isDelivered ? choose('message') : who.wallet())

  return {
    doing,
    fault,
    usedFor,
    isNew,
    isDelivered,
    withNewPasskey: (amount) => withPasskey(createPasskeyWallet, amount),
    withKnownPasskey: (amount) => withPasskey(findPasskeyWallet, amount),
    withWallet: (amount) =>
      void act('connecting', async () => {
        const wallet = await connected()
        if (wallet) await claimTo(wallet, amount)
      }),
    toAddress: (address, amount) => void act('reserving', () => claimTo(ownerOf(address), amount)),
    take: (claimId) =>
      void act('in_wallet', async () => {
        const wallet = await who.wallet()
        if (wallet === null) return
        const { carryClaim } = await import('./claim-flow.ts')
        await carryClaim(wallet, { drop: drop.id, claimId }, show)
      }),
  }
}

/** A wallet of which only the address is known. A claim that the server delivers asks it nothing. */
function ownerOf(address: string): Wallet {
  const refuse = () => Promise.reject(new Error('Only the address of this wallet is known'))
  return { name: '', address, signMessage: refuse, execute: refuse }
}
