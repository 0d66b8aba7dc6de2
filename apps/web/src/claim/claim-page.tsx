import { VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconMapOff } from '@tabler/icons-react'
import { EmptyState } from '../components/empty-state.tsx'
import { FaultMessage } from '../components/fault-message.tsx'
import { PublicPage } from '../components/public-page.tsx'
import { WalletProvider } from '../wallet/connect-wallet.tsx'
import { ClaimSkeleton } from './claim-skeleton.tsx'
import { DropView } from './drop-view.tsx'
import { useDrop } from './use-drop.ts'

/** The page on which people claim from one drop. */
export function ClaimPage() {
  return (
    <WalletProvider>
      <DropAtThisPlace />
    </WalletProvider>
  )
}

/** To those who come to claim, a draft is no drop yet. */
function DropAtThisPlace() {
  const { drop, fault, readAgain, isLive } = useDrop()
  if (drop && drop.status !== 'DRAFT') return <DropView drop={drop} isLive={isLive} />
  return <NoDrop fault={fault} isLooking={drop === undefined} onRetry={readAgain} />
}

function NoDrop({
  fault,
  isLooking,
  onRetry,
}: {
  readonly fault: Error | null
  readonly isLooking: boolean
  readonly onRetry: () => void
}) {
  useDocumentTitle(isLooking ? 'A drop · Dropkit' : 'No drop · Dropkit')
  return (
    <PublicPage>
      {fault || isLooking ? (
        <VisuallyHidden>
          <h1>A drop</h1>
        </VisuallyHidden>
      ) : null}
      {fault ? (
        <FaultMessage fault={fault} title="This drop could not be shown" onRetry={onRetry} />
      ) : isLooking ? (
        <ClaimSkeleton />
      ) : (
        <EmptyState icon={<IconMapOff size={28} />} title="There is no drop here" order={1}>
          The link may be misspelt, or the drop was taken away. Ask whoever sent it to you for a new one.
        </EmptyState>
      )}
    </PublicPage>
  )
}
