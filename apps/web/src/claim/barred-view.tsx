import { Alert, List, Text } from '@mantine/core'
import { IconLock, IconX } from '@tabler/icons-react'
import { use } from 'react'
import type { ClaimableDropFragment, RuleCheckFragment } from '../api/generated/operations.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { inClaim } from '../words/messages.ts'
import { CheckAgainButton } from './check-again-button.tsx'
import { lineOf, requirementsOf, wordsLoaded } from './requirement-words.ts'
import { CheckLine, RequirementLine } from './requirements.tsx'

/** Shows which requirements this wallet does not meet: each rule, the observed value and the required one. */
export default function BarredView({
  drop,
  missing,
  checks,
}: {
  readonly drop: ClaimableDropFragment
  readonly missing: readonly string[]
  readonly checks: readonly RuleCheckFragment[]
}) {
  use(wordsLoaded)
  const requirements = requirementsOf(drop)
  const isForNobody = drop.claimType === 'ELITE' && requirements.length === 0
  return (
    <Alert
      role="status"
      color="gray"
      variant="light"
      icon={<IconLock size={18} />}
      title={inClaiming('cannotClaim')}
    >
      <Text size="sm" mb={4}>
        {isForNobody ? inClaim('nobodyYet') : inClaiming('whatIsMissing')}
      </Text>
      <List size="sm" spacing={4} icon={<IconX size={15} aria-hidden />}>
        {(isForNobody ? [] : missing).map((line) => (
          <List.Item key={line}>
            <RequirementLine
              drop={drop}
              requirement={
                requirements.find((known) => known.line === line) ?? { line, words: line, named: null }
              }
            />
            <CheckLine check={checks.find((check) => lineOf(check.rule) === line)} drop={drop} />
          </List.Item>
        ))}
      </List>
      <CheckAgainButton />
    </Alert>
  )
}
