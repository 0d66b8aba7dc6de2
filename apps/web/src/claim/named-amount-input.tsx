import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { AmountInput } from '../components/amount-input.tsx'
import { amountInWords } from '../words/drop-amount.ts'
import { inClaim } from '../words/messages.ts'
import { awardOf } from './drop-award.ts'

/** The input in which the claimer chooses an amount. */
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
      label={inClaim('howMuch')}
      description={
        award.kind === 'open' ? inClaim('upTo', { amount: amountInWords(drop, award.most) }) : undefined
      }
      size="md"
      value={typed}
      onChange={onTyped}
      token={drop.token ?? { symbol: '', decimals: 0 }}
      error={fault}
    />
  )
}
