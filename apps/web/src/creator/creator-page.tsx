import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconMapOff } from '@tabler/icons-react'
import { CreatorOfPageDocument } from '../api/generated/operations.ts'
import { useRead } from '../api/reads.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { FaultMessage } from '../components/fault-message.tsx'
import { PublicPage } from '../components/public-page.tsx'
import { useAccent } from '../page/use-accent.ts'
import { inCreator } from '../words/messages/creator.ts'
import { CreatorHead } from './creator-head.tsx'
import { DropSection } from './drop-section.tsx'

const username = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '')

/** A creator and the creator's public drops. */
export function CreatorPage() {
  const { data, error, refetch } = useRead(CreatorOfPageDocument, { username })
  const creator = data?.creator
  const name = creator?.displayName ?? creator?.username
  useDocumentTitle(name === undefined ? inCreator('tabTitle') : inCreator('tabTitleOf', { name }))
  useAccent(creator?.accentColor ?? null)
  return (
    <PublicPage>
      {creator ? (
        <Stack gap={40}>
          <CreatorHead creator={creator} />
          {(['LIVE', 'SCHEDULED', 'ENDED'] as const).map((phase) => (
            <DropSection key={phase} username={creator.username} phase={phase} />
          ))}
        </Stack>
      ) : data === undefined && error ? (
        <FaultMessage fault={error} title={inCreator('notShown')} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Stack aria-busy>
          <VisuallyHidden role="status">{inCreator('loading')}</VisuallyHidden>
          <Skeleton h={200} radius="lg" />
          <Skeleton h={30} w="40%" />
          <Skeleton h={240} mt="lg" radius="lg" />
        </Stack>
      ) : (
        <EmptyState icon={<IconMapOff size={28} />} title={inCreator('noCreator')} order={1}>
          {inCreator('noCreatorText')}
        </EmptyState>
      )}
    </PublicPage>
  )
}
