import { Text } from '@mantine/core'
import type { RuleCheckFragment } from '../api/generated/operations.ts'
import type { Measured } from '../words/amount.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { checkWords } from './requirement-words.ts'

/** What a rule observed of a wallet and what it requires. Nothing if the rule does not report it. */
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
        ? inClaiming('seenAndNeeded', { seen, needed })
        : inClaiming('seenAtAndNeeded', { seen, needed, time })}
    </Text>
  )
}
