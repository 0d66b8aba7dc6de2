import { Alert, Text } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { technicalReason } from '../words/chain-reason.ts'
import { inClaim } from '../words/messages.ts'
import { LookAgain } from './look-again.tsx'

/** An obstacle that may pass without an action of the claimer. The page checks it again. */
export const LookedUpAgain = ({ title, reason }: { readonly title: string; readonly reason: string }) => (
  <Alert role="status" color="yellow" variant="light" icon={<IconHourglass size={18} />} title={title}>
    <Text size="sm">{inClaim('lookedUpAgain', { reason: technicalReason(reason) })}</Text>
    <LookAgain />
  </Alert>
)
