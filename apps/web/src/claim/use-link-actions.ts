import { useClaim } from '@dropkit/client/react'
import { claimLinkMessage, parseAddress } from '@dropkit/core'
import { toBase64Url } from '@dropkit/core/internal'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flowError, walletOfFlow } from '../api/flow-errors.ts'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { readSaved, save } from '../session/saved.ts'
import { useConnectWallet } from '../wallet/connect-wallet.tsx'
import { createPasskeyWallet, findPasskeyWallet } from '../wallet/passkey-wallet.ts'
import { type Wallet, watchSent } from '../wallet/wallet.ts'
import { isRandom } from '../words/amount.ts'
import { isPromptClosed } from '../words/error-words.ts'
import { type Claimer, type Doing, doingOf, proveHuman } from './use-claimer.ts'

export interface LinkActions {
  readonly doing: Doing | null
  readonly error: unknown
  /** The address for which this browser has used the link, or tried to: the answer may have been lost. */
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
export function useLinkActions(drop: ClaimableDropFragment, key: LinkKey, who: Claimer): LinkActions {
  const reads = useQueryClient()
  const choose = useConnectWallet()
  const place = `dropkit.link.${key.id}`
  const [begun, setBegun] = useState<Doing>('connecting')
  const [isNew, setNew] = useState(false)
  const [usedFor, setUsedFor] = useState(() => readSaved<string>(place))
  const isDelivered = isRandom(drop) || drop.delivery === 'SERVER'
  const remember = (address: string) => {
    save(place, address)
    setUsedFor(address)
  }
  const flow = useClaim({
    onState(state) {
      watchSent(state)
      if ('claim' in state && state.claim.userAddress) {
        remember(state.claim.userAddress)
        setNew(true)
      }
      const isLast = state.kind === 'sent' || state.kind === 'confirmed' || state.kind === 'refused'
      return isLast ? reads.invalidateQueries() : undefined
    },
  })

  const carry = (
    doing: Doing,
    find: () => Promise<Wallet | null>,
    what: { readonly claimId: string } | { readonly link: LinkKey; readonly amount?: string },
  ) => {
    setBegun(doing)
    flow.claim({ drop: drop.id, prove: proveHuman, until: 'sent', ...what, wallet: walletOfFlow(find) })
  }
  const claimTo = (doing: Doing, find: () => Promise<Wallet | null>, amount: string | null) =>
    carry(
      doing,
      async () => {
        const wallet = await find()
        if (wallet) remember(wallet.address)
        return wallet
      },
      { link: key, ...(amount === null ? {} : { amount }) },
    )
  const connected = (): Promise<Wallet | null> => (isDelivered ? choose('message') : who.wallet())
  const error = flow.state?.kind === 'refused' ? flowError(flow.state.refusal) : null

  return {
    doing: flow.isRunning ? doingOf(flow.state, false, begun) : null,
    // The user has closed the browser's own dialog, which is not an error.
    error: isPromptClosed(error) ? null : error,
    usedFor,
    isNew,
    isDelivered,
    withNewPasskey: (amount) => claimTo('connecting', createPasskeyWallet, amount),
    withKnownPasskey: (amount) => claimTo('connecting', findPasskeyWallet, amount),
    withWallet: (amount) => claimTo('connecting', connected, amount),
    toAddress: (address, amount) => claimTo('reserving', async () => ownerOf(address.toLowerCase()), amount),
    take: (claimId) => carry('in_wallet', who.wallet, { claimId }),
  }
}

/** A wallet of which only the address is known. A claim that the server delivers asks it nothing. */
function ownerOf(address: string): Wallet {
  const refuse = () => Promise.reject(new Error('Only the address of this wallet is known'))
  return { name: '', address, signMessage: refuse, execute: refuse }
}

/** The key of a claim link. It signs in this browser and never leaves it. */
export interface LinkKey {
  /** The link's id, which is its public key. */
  readonly id: string
  sign(dropId: string, recipient: string): Promise<string>
}

/** Parses the private key of a claim link. Null if the text after `#link=` is not a key. */
export function linkKeyFrom(privateKey: string): LinkKey | null {
  const bytes = bytesOf(privateKey)
  if (bytes?.length !== 32) return null
  const keypair = Ed25519Keypair.fromSecretKey(bytes)
  const id = toBase64Url(keypair.getPublicKey().toRawBytes())
  return {
    id,
    async sign(dropId, recipient) {
      const address = parseAddress(recipient, 'address')
      if (!address.ok) throw new Error('That is not an address')
      const message = new TextEncoder().encode(claimLinkMessage(dropId, id, address.value))
      return toBase64Url(await keypair.sign(message))
    },
  }
}

function bytesOf(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
  } catch {
    return undefined
  }
}
