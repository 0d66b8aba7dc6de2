import { Anchor } from '@mantine/core'
import {
  type ClaimableDropFragment,
  CoinsOfRulesDocument,
  OtherDropDocument,
} from '../api/generated/operations.ts'
import { useRead } from '../api/reads.ts'
import { coinsOf } from '../dashboard/gating/rule-choices.ts'
import { claimPath } from '../words/addresses.ts'
import { isAboutUnknownCoin, type Requirement, requirementsOf, rulesOf, SUI } from './requirement-words.ts'

/** What a wallet must meet to claim. Empty if all wallets are admitted. */
export function useRequirements(drop: ClaimableDropFragment): readonly Requirement[] {
  const username = drop.creator.username
  const enabled = username !== '' && rulesOf(drop).some(isAboutUnknownCoin)
  const { data } = useRead(
    CoinsOfRulesDocument,
    { username },
    { enabled, staleTime: Number.POSITIVE_INFINITY },
  )
  return requirementsOf(drop, data ? coinsOf(data.service.currencies, data.creator?.tokens) : [SUI])
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
