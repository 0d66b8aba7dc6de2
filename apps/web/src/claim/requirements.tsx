import { Anchor, List, Text } from '@mantine/core'
import { use } from 'react'
import {
  type ClaimableDropFragment,
  CoinsOfRulesDocument,
  OtherDropDocument,
  type RuleCheckFragment,
} from '../api/generated/operations.ts'
import { useRead } from '../api/reads.ts'
import { coinsOf } from '../dashboard/gating/rule-choices.ts'
import { kindOf, sentenceOf } from '../dashboard/gating/rule-kinds.ts'
import type { Rule } from '../dashboard/gating/rules.ts'
import { claimPath } from '../words/addresses.ts'
import type { Measured } from '../words/amount.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { checkWords, type Requirement, requirementsOf, wordsLoaded } from './requirement-words.ts'

const FOR_EVER = { staleTime: Number.POSITIVE_INFINITY }

/** What a wallet must meet to claim from a drop with rules. */
export default function Requirements({ drop }: { readonly drop: ClaimableDropFragment }) {
  use(wordsLoaded)
  return (
    <List size="sm" spacing={4}>
      {requirementsOf(drop).map((requirement) => (
        <List.Item key={requirement.line}>
          <RequirementLine drop={drop} requirement={requirement} />
        </List.Item>
      ))}
    </List>
  )
}

/** A requirement as text, with a link if it is about another drop. */
export const RequirementLine = ({
  drop,
  requirement: { words, named },
}: {
  readonly drop: ClaimableDropFragment
  readonly requirement: Requirement
}) => (
  <span dir="auto">
    {named === null ? (
      words
    ) : kindOf(named.key)?.key === 'claimed_drop' ? (
      <OtherDropRule rule={named} words={words} />
    ) : (
      <CoinRule drop={drop} rule={named} words={words} />
    )}
  </span>
)

/** A rule about another drop, with a link to it. */
function OtherDropRule({ rule, words }: { readonly rule: Rule; readonly words: string }) {
  const { data } = useRead(OtherDropDocument, { id: rule.value }, FOR_EVER)
  const other = data?.drop
  if (!other) return words
  const named = { token: null, coins: [], drops: new Map([[rule.value, other.title]]) }
  const link = (text: string) => (
    <Anchor href={claimPath(other)} size="sm" underline="always">
      {text}
    </Anchor>
  )
  if (!rule.description) return link(sentenceOf(rule, named))
  return (
    <>
      {words}
      {' · '}
      {link(other.title)}
    </>
  )
}

/** A rule about a coin whose decimals are read. */
function CoinRule({
  drop: { creator, token },
  rule,
  words,
}: {
  readonly drop: ClaimableDropFragment
  readonly rule: Rule
  /** The rule with an amount in base units. */
  readonly words: string
}) {
  const { data } = useRead(CoinsOfRulesDocument, { username: creator.username }, FOR_EVER)
  return data
    ? sentenceOf(rule, { token, coins: coinsOf(data.service.currencies, data.creator?.tokens) })
    : words
}

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
