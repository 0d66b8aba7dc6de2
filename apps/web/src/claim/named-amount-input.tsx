import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { AmountInput } from '../components/amount-input.tsx'
import { awardOf } from './drop-award.ts'
import { amountOf } from './drop-words.ts'

/** Where the claimer says how much. */
export function NamedAmountInput({
  drop,
  typed,
  onTyped,
  fault,
}: {
  readonly drop: ClaimableDropFragment
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly fault: string | null
}) {
  const award = awardOf(drop)
  return (
    <AmountInput
      label="How much would you like?"
      description={award.kind === 'open' ? `Up to ${amountOf(drop, award.most)}` : undefined}
      size="md"
      value={typed}
      onChange={onTyped}
      token={drop.token ?? { symbol: '', decimals: 0 }}
      error={fault}
    />
  )
}
