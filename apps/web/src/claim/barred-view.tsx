import { Alert, Button, List, Text } from '@mantine/core'
import { IconHelpCircle, IconLock, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { requirementsOf } from './requirements.ts'

/** What this wallet lacks, or that nobody could tell; `missing` is null then. */
export function BarredView({
  drop,
  missing,
  reason,
}: {
  readonly drop: ClaimableDropFragment
  readonly missing: readonly string[] | null
  readonly reason?: string
}) {
  const reads = useQueryClient()
  const requirements = requirementsOf(drop)
  const wordsFor = (line: string) => requirements.find((known) => known.line === line)?.words ?? line
  const isUnknown = missing === null
  return (
    <Alert
      role="status"
      color={isUnknown ? 'yellow' : 'gray'}
      variant="light"
      icon={isUnknown ? <IconHelpCircle size={18} /> : <IconLock size={18} />}
      title={isUnknown ? 'Not known right now' : 'This wallet cannot claim'}
    >
      {isUnknown ? (
        <Text size="sm">{reason}. This is looked up again by itself.</Text>
      ) : (
        <>
          <Text size="sm" mb={4}>
            What is missing:
          </Text>
          <List size="sm" spacing={4} icon={<IconX size={15} aria-hidden />}>
            {missing.map((line) => (
              <List.Item key={line}>{wordsFor(line)}</List.Item>
            ))}
          </List>
        </>
      )}
      <Button variant="default" size="xs" mt="sm" onClick={() => void reads.invalidateQueries()}>
        Look again
      </Button>
    </Alert>
  )
}
