import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiRefusal } from '../api/api-refusal.ts'
import { type ClaimableDropFragment, ClaimWithLinkDocument } from '../api/generated/operations.ts'
import { readSaved, save } from '../session/saved.ts'
import { useConnectWallet } from '../wallet/connect-wallet.tsx'
import { createPasskeyWallet, findPasskeyWallet } from '../wallet/passkey-wallet.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { isRandom } from '../words/drop-amount.ts'
import { takeClaim } from './carry-claim.ts'
import { type ClaimSession, type Doing, openClaimSession } from './claim-session.ts'
import type { LinkKey } from './link-key.ts'
import type { Claimer } from './use-claimer.ts'
import { withProof } from './with-proof.ts'

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

  const act = async (work: (session: ClaimSession) => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setFault(null)
    try {
      await work(openClaimSession({ onDoing: setDoing, onWait: () => undefined }))
    } catch (cause) {
      // The user has closed the browser's own dialog, which is not an error.
      if (!(cause instanceof DOMException && cause.name === 'NotAllowedError')) setFault(cause)
    } finally {
      setDoing(null)
      isBusy.current = false
      await reads.invalidateQueries()
    }
  }

  const claimTo = async (session: ClaimSession, address: string, amount: string | null): Promise<string> => {
    session.tell('reserving')
    const signature = await key.sign(drop.id, address)
    // The request has one effect however often it is sent, so it needs no idempotency key.
    const input = { dropId: drop.id, linkId: key.id, userAddress: address, signature, amount }
    const { claimWithLink } = await withProof(session, { dropId: drop.id, address }, (humanProof) =>
      session.read(ClaimWithLinkDocument, { input: { ...input, humanProof } }),
    )
    const claim = claimWithLink?.claim
    if (!claim?.id || !claim.userAddress) throw new ApiRefusal('The service gave no claim')
    save(place, claim.userAddress)
    setUsedFor(claim.userAddress)
    setNew(true)
    return claim.id
  }
  const withPasskey = (find: () => Promise<Wallet>, amount: string | null) =>
    void act(async (session) => {
      session.tell('connecting')
      await claimTo(session, (await find()).address, amount)
    })
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
      void act(async (session) => {
        session.tell('connecting')
        const wallet = await connected()
        if (wallet === null) return
        const claimId = await claimTo(session, wallet.address, amount)
        if (!isDelivered) await takeClaim(session, wallet, claimId)
      }),
    toAddress: (address, amount) =>
      void act(async (session) => void (await claimTo(session, address, amount))),
    take: (claimId) =>
      void act(async (session) => {
        const wallet = await who.wallet()
        if (wallet) await takeClaim(session, wallet, claimId)
      }),
  }
}
