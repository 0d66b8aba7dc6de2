import { lazy, Suspense } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { BeforeConnecting } from './before-connecting.tsx'
import { PanelSkeleton } from './panel-skeleton.tsx'
import type { ClaimActs } from './use-claim-acts.ts'
import type { LoadedWalletState } from './use-wallet-state.ts'

// Loaded on demand, because most visitors have no wallet connected yet.
const WalletPanel = lazy(() => import('./wallet-panel.tsx'))

/** The claimer's state in a drop, and the next action. */
export function ClaimPanel({
  drop,
  acts,
  isConnected,
  standing,
}: {
  readonly drop: ClaimableDropFragment
  readonly acts: ClaimActs
  readonly isConnected: boolean
  readonly standing: LoadedWalletState
}) {
  if (!isConnected) return <BeforeConnecting drop={drop} acts={acts} step={standing.step} />
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <WalletPanel drop={drop} acts={acts} standing={standing} />
    </Suspense>
  )
}
