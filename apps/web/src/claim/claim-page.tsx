import { DropkitProvider } from '@dropkit/client/react'
import { Card, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconMapOff } from '@tabler/icons-react'
import { ErrorMessage } from '../components/error-message.tsx'
import { loadPart } from '../components/lazy-part.ts'
import { EmptyState } from '../components/list-parts.tsx'
import { PublicPage } from '../components/page-frame.tsx'
import { WalletProvider } from '../wallet/connect-wallet.tsx'
import { inClaim } from '../words/messages.ts'
import classes from './claim-page.module.css'
import { DropView } from './drop-view.tsx'
import { useDrop } from './use-drop.ts'

/** The claim page of one drop. */
export function ClaimPage() {
  return (
    <WalletProvider>
      <DropkitProvider client={loadClient}>
        <DropAtThisPlace />
      </DropkitProvider>
    </WalletProvider>
  )
}

/** Shows a draft like a drop that does not exist. */
function DropAtThisPlace() {
  const { drop, error, readAgain, isLive } = useDrop()
  if (drop && drop.status !== 'DRAFT') return <DropView drop={drop} isLive={isLive} />
  return <NoDrop error={error} isLooking={drop === undefined} onRetry={readAgain} />
}

function NoDrop({
  error,
  isLooking,
  onRetry,
}: {
  readonly error: Error | null
  readonly isLooking: boolean
  readonly onRetry: () => void
}) {
  useDocumentTitle(inClaim(isLooking ? 'tabLoading' : 'tabMissing'))
  return (
    <PublicPage>
      {error || isLooking ? (
        <VisuallyHidden>
          <h1>{inClaim('aDrop')}</h1>
        </VisuallyHidden>
      ) : null}
      {error ? (
        <ErrorMessage error={error} title={inClaim('notShown')} onRetry={onRetry} />
      ) : isLooking ? (
        <ClaimSkeleton />
      ) : (
        <EmptyState icon={<IconMapOff size={28} />} title={inClaim('noDrop')} order={1}>
          {inClaim('noDropText')}
        </EmptyState>
      )}
    </PublicPage>
  )
}

/** The placeholder of the page until its drop has loaded. */
function ClaimSkeleton() {
  return (
    <div className={classes['page']} aria-busy>
      <VisuallyHidden role="status">{inClaim('loading')}</VisuallyHidden>
      <div className={`${classes['picture']} ${classes['pictureShape']}`}>
        <Skeleton h="100%" radius="md" />
      </div>
      <Card withBorder radius="lg" padding="lg" className={classes['card']}>
        <Stack gap="md">
          <Skeleton h={30} w="80%" />
          <Skeleton h={44} />
          <Skeleton h={12} radius="xl" mt="xs" />
          <Skeleton h={50} mt="md" />
        </Stack>
      </Card>
      <Stack gap="xs" className={classes['story']}>
        <Skeleton h={14} />
        <Skeleton h={14} w="90%" />
        <Skeleton h={14} w="60%" />
      </Stack>
    </div>
  )
}

/** The client is loaded with the first action, because the page can be read without it. */
const loadClient = async () => (await loadPart(() => import('./claim-client.ts'))).claimClient
