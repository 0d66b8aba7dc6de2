import { Anchor } from '@mantine/core'
import { OtherDropDocument } from '../api/generated/operations.ts'
import { useRead } from '../api/reads.ts'
import { claimPath } from '../words/addresses.ts'
import type { Requirement } from './requirements.ts'

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
