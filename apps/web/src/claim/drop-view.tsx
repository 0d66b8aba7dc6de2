import { Skeleton } from '@mantine/core'
import { useDocumentTitle, useWindowEvent } from '@mantine/hooks'
import { Suspense, useEffect, useState } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { lazyPart } from '../components/lazy-part.ts'
import { isEmbedded } from '../page/page-data.ts'
import { useAccent } from '../page/use-accent.ts'
import { inClaim } from '../words/messages.ts'
import { BeforeConnecting } from './before-connecting.tsx'
import { DropLayout, PanelSkeleton } from './drop-layout.tsx'
import { reportState } from './embedded.ts'
import { type ClaimActions, useClaimActions } from './use-claim-actions.ts'
import { useClaimer } from './use-claimer.ts'
import { type LoadedWalletState, useWalletState } from './use-wallet-state.ts'

/**
 * The private key in this page's URL, if it is a claim link. Browsers send the part after `#` neither to the server nor in
 * referrers.
 */
const privateKeyInAddress = (): string | null => /^#link=([A-Za-z0-9_-]+)$/.exec(location.hash)?.[1] ?? null

// Loaded on demand, because its menu is large and only connected wallets need it.
const ConnectedWallet = lazyPart(() => import('./connected-wallet.tsx'))

// Loaded on demand, because only claim links need its signature library.
const LinkPanel = lazyPart(() => import('./link-panel.tsx'))

const LotteryPanel = lazyPart(() => import('./lottery-panel.tsx'))

/** A drop and all actions of the claimer. */
export function DropView({
  drop,
  isLive,
}: {
  readonly drop: ClaimableDropFragment
  readonly isLive: boolean
}) {
  useDocumentTitle(inClaim('tabTitle', { title: drop.title }))
  useAccent(drop.creator.accentColor)
  const [privateKey, setPrivateKey] = useState(privateKeyInAddress)
  // A claim link that is opened in a tab of its drop does not load the page again.
  useWindowEvent('hashchange', () => setPrivateKey((before) => privateKeyInAddress() ?? before))
  const who = useClaimer(drop)
  const actions = useClaimActions(drop, who)
  const walletState = useWalletState(drop, who.address, actions.made.at(-1) ?? null)
  useEffect(() => {
    if (isEmbedded) reportState(walletState.step.kind)
  }, [walletState.step.kind])
  const wallet =
    who.address === null ? null : (
      <Suspense>
        <ConnectedWallet address={who.address} onAnother={actions.connect} onDisconnect={who.disconnect} />
      </Suspense>
    )
  const panel = (
    <ClaimPanel drop={drop} actions={actions} isConnected={who.address !== null} walletState={walletState} />
  )
  const isLottery = drop.admission === 'LOTTERY'
  return (
    <DropLayout drop={drop} isLive={isLive} right={wallet}>
      <Suspense fallback={<Skeleton h={48} aria-busy />}>
        {privateKey !== null ? (
          <LinkPanel key={privateKey} drop={drop} privateKey={privateKey} who={who} />
        ) : isLottery ? (
          <LotteryPanel dropId={drop.id} who={who} step={walletState.step}>
            {panel}
          </LotteryPanel>
        ) : (
          panel
        )}
      </Suspense>
    </DropLayout>
  )
}

// Loaded on demand, because most visitors have no wallet connected yet.
const WalletPanel = lazyPart(() => import('./wallet-panel.tsx'))

/** The claimer's state in a drop, and the next action. */
function ClaimPanel({
  drop,
  actions,
  isConnected,
  walletState,
}: {
  readonly drop: ClaimableDropFragment
  readonly actions: ClaimActions
  readonly isConnected: boolean
  readonly walletState: LoadedWalletState
}) {
  if (!isConnected) return <BeforeConnecting drop={drop} actions={actions} step={walletState.step} />
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <WalletPanel drop={drop} actions={actions} walletState={walletState} />
    </Suspense>
  )
}
