import { Anchor } from '@mantine/core'
import { type ClaimableDropFragment, OtherDropDocument } from '../api/generated/operations.ts'
import { useRead } from '../api/reads.ts'
import { kindOf, operatorOf, sentenceOf } from '../dashboard/gating/rule-kinds.ts'
import type { Rule } from '../dashboard/gating/rules.ts'
import { claimPath } from '../words/addresses.ts'
import { inClaim } from '../words/messages.ts'

/** A requirement, as the server names it and as text for people. */
interface Requirement {
  /** Its line in `missingRequirements`. */
  readonly line: string
  readonly words: string
  /** The id of the other drop that it requires a claim from. */
  readonly dropId: string | null
}

const SUI = { coinType: '0x2::sui::SUI', symbol: 'SUI', decimals: 9 }

/** What a wallet must meet to claim. Empty if all wallets are admitted. */
export function requirementsOf({
  gatingConfig,
  token,
}: Pick<ClaimableDropFragment, 'gatingConfig' | 'token'>): readonly Requirement[] {
  if (!gatingConfig?.isActive) return []
  return gatingConfig.rules.map((rule) => ({
    line: lineOf(rule),
    words: rule.description || listWords(rule) || sentenceOf(rule, { token, coins: [SUI] }),
    dropId: kindOf(rule.key)?.key === 'claimed_drop' ? rule.value : null,
  }))
}

/** The line of a rule in `missingRequirements`. */
export const lineOf = ({ description, key, operator, value }: Rule): string =>
  description || `${key} ${operator} ${value}`

/** The dashboard calls it "your list", which is wrong for claimers. */
function listWords({ key, operator }: { readonly key: string; readonly operator: string }): string | null {
  if (kindOf(key)?.key !== 'wallet_allowlist') return null
  return operatorOf(operator) === 'in' ? inClaim('onList') : inClaim('notOnList')
}

/** A requirement as text, with a link if it is about another drop. */
export function RequirementLine({ requirement: { words, dropId } }: { readonly requirement: Requirement }) {
  return (
    <span dir="auto">
      {words}
      {dropId === null ? null : <OtherDrop id={dropId} />}
    </span>
  )
}

function OtherDrop({ id }: { readonly id: string }) {
  const { data } = useRead(OtherDropDocument, { id }, { staleTime: Number.POSITIVE_INFINITY })
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
