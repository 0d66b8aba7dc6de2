import { Alert, Anchor, Button, Container, Stack } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconEye, IconWallet } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { type ClaimableDropFragment, PreviewedDropDocument } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { StepBeforeConnecting } from '../../../claim/before-connecting.tsx'
import { claimStep } from '../../../claim/claim-step.ts'
import { DropLayout } from '../../../claim/drop-layout.tsx'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { ScreenSkeleton } from '../../../components/screen-head.tsx'
import { useNow } from '../../../components/use-now.ts'
import { loadLanguage } from '../../../words/language.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { inClaim } from '../../../words/messages.ts'
import { NoSuchDrop } from '../no-such-drop.tsx'

await loadLanguage()

/**
 * The claim page as claimers will see it. Reads with the owner's credential, because only the owner may read a draft.
 * Claims nothing.
 */
export default function PreviewScreen() {
  const { id = '' } = useParams()
  const read = useRead(PreviewedDropDocument, { id })
  const drop = read.data?.drop
  useDocumentTitle(inDrop('previewTab', { title: drop?.title ?? '' }))
  if (read.isPending) return <ScreenSkeleton />
  if (!read.data) return <ErrorMessage error={read.error} onRetry={() => void read.refetch()} />
  if (!drop || drop.creator.id !== read.data.me?.id) return <NoSuchDrop />
  return (
    <>
      <Container size={1040} px="md" pt="md" component="section" aria-label={inDrop('previewTitle')}>
        <Alert
          role="note"
          color="yellow"
          variant="light"
          icon={<IconEye size={18} aria-hidden />}
          title={inDrop('previewTitle')}
        >
          {inDrop.rich('previewText', {
            link: (text) => (
              <Anchor component={Link} to={`/drops/${drop.id}`} size="sm" c="inherit" underline="always">
                {text}
              </Anchor>
            ),
          })}
        </Alert>
      </Container>
      <DropLayout drop={drop} isLive>
        <WhatClaimersCanDo drop={drop} />
      </DropLayout>
    </>
  )
}

function WhatClaimersCanDo({ drop }: { readonly drop: ClaimableDropFragment }) {
  const step = claimStep({
    drop,
    wallet: null,
    claims: undefined,
    eligibility: undefined,
    payments: undefined,
    isSent: () => false,
    shown: null,
    nowMs: useNow(),
  })
  return (
    <Stack gap="md">
      <StepBeforeConnecting drop={drop} step={step} />
      {step.kind === 'connect' || step.kind === 'closed' ? (
        <Button size="lg" fullWidth disabled leftSection={<IconWallet size={20} aria-hidden />}>
          {inClaim('connectWallet')}
        </Button>
      ) : null}
    </Stack>
  )
}
