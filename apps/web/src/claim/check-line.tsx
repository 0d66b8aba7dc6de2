import { Text } from '@mantine/core'
import type { RuleCheckFragment } from '../api/generated/operations.ts'
import type { Measured } from '../words/drop-amount.ts'
import { inClaim } from '../words/messages.ts'
import { checkWords } from './check-words.ts'

/** What was seen of a wallet, and what a rule needs; nothing for a rule that does not tell. */
export function CheckLine({
  check,
  drop,
}: {
  readonly check: RuleCheckFragment | undefined
  readonly drop: Measured
}) {
  const words = check && checkWords(check, drop)
  if (!words) return null
  const { seen, needed, time } = words
  return (
    <Text size="xs" c="dimmed" className="numbers">
      {time === null
        ? inClaim('seenAndNeeded', { seen, needed })
        : inClaim('seenAtAndNeeded', { seen, needed, time })}
    </Text>
  )
}
