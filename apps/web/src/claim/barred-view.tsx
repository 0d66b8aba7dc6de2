import { Alert, List, Text } from '@mantine/core'
import { IconLock, IconX } from '@tabler/icons-react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { inClaim } from '../words/messages.ts'
import { LookAgain } from './look-again.tsx'
import { RequirementLine } from './requirement-line.tsx'
import { requirementsOf } from './requirements.ts'

/** What this wallet lacks. */
export function BarredView({
  drop,
  missing,
}: {
  readonly drop: ClaimableDropFragment
  readonly missing: readonly string[]
}) {
  const requirements = requirementsOf(drop)
  return (
    <Alert
      role="status"
      color="gray"
      variant="light"
      icon={<IconLock size={18} />}
      title={inClaim('cannotClaim')}
    >
      <Text size="sm" mb={4}>
        {inClaim('whatIsMissing')}
      </Text>
      <List size="sm" spacing={4} icon={<IconX size={15} aria-hidden />}>
        {missing.map((line) => (
          <List.Item key={line}>
            <RequirementLine
              requirement={
                requirements.find((known) => known.line === line) ?? { line, words: line, dropId: null }
              }
            />
          </List.Item>
        ))}
      </List>
      <LookAgain />
    </Alert>
  )
}
