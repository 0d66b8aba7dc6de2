import { Anchor, List } from '@mantine/core'
import { use } from 'react'
import {
  type ClaimableDropFragment,
  CoinsOfRulesDocument,
  OtherDropDocument,
} from '../api/generated/operations.ts'
import { useRead } from '../api/reads.ts'
import { coinsOf } from '../dashboard/gating/rule-choices.ts'
import { kindOf, sentenceOf } from '../dashboard/gating/rule-kinds.ts'
import type { Rule } from '../dashboard/gating/rules.ts'
import { claimPath } from '../words/addresses.ts'
import { type Requirement, requirementsOf, wordsLoaded } from './requirement-words.ts'

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
      <>
        {words}
        <OtherDrop id={named.value} />
      </>
    ) : (
      <CoinRule drop={drop} rule={named} words={words} />
    )}
  </span>
)

function OtherDrop({ id }: { readonly id: string }) {
  const { data } = useRead(OtherDropDocument, { id }, FOR_EVER)
  if (!data?.drop) return null
  return (
    <>
      {' · '}
      <Anchor href={claimPath(data.drop)} size="sm" underline="always">
        {data.drop.title}
      </Anchor>
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
