import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { AmountInput } from '../components/amount-input.tsx'
import { amountInWords, decimalsOf, inBaseUnits } from '../words/amount.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { inClaim } from '../words/messages.ts'
import type { ClaimStep } from './claim-step.ts'
import { awardOf } from './drop-award.ts'

/** The input in which the claimer chooses an amount. */
export function NamedAmountInput({
  drop,
  typed,
  onTyped,
  error,
}: {
  readonly drop: ClaimableDropFragment
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly error: string | null
}) {
  const award = awardOf(drop)
  return (
    <AmountInput
      label={inClaiming('howMuch')}
      description={
        award.kind === 'open'
          ? inClaim('upTo', { amount: amountInWords(drop, mostOf(drop, award.most)) })
          : undefined
      }
      size="md"
      value={typed}
      onChange={onTyped}
      token={drop.token ?? { symbol: '', decimals: 0 }}
      error={error}
    />
  )
}

export interface NamedAmount {
  /** In base units. Null if the typed amount cannot be claimed. */
  readonly amount: string | null
  /** The error message for the typed amount. Null if there is none. */
  readonly error: string | null
}

/** The API's largest quantity. A drop that sells base units counts each of them as one item. */
const MAX_QUANTITY = 2_147_483_647n

const mostOf = ({ price }: ClaimableDropFragment, left: bigint): bigint =>
  price !== null && left > MAX_QUANTITY ? MAX_QUANTITY : left

/** Reads the amount that the claimer typed. Null if the claimer cannot choose: an open payment keeps its amount. */
export function readNamedAmount(
  drop: ClaimableDropFragment,
  step: ClaimStep,
  typed: string,
): NamedAmount | null {
  const award = awardOf(drop)
  const isPaying = step.kind === 'pay' && step.payment === null
  if (award.kind !== 'open' || (step.kind !== 'claim' && !isPaying)) return null
  const most = step.kind === 'claim' && step.paidItems > 0 ? BigInt(step.paidItems) : mostOf(drop, award.most)
  if (typed.trim() === '') return { amount: null, error: null }
  const amount = inBaseUnits(typed, decimalsOf(drop))
  if (amount === undefined) return { amount: null, error: inClaiming('notAnAmount') }
  if (BigInt(amount) < 1n) return { amount: null, error: inClaiming('nameALittle') }
  if (BigInt(amount) > most)
    return { amount: null, error: inClaiming('atMost', { amount: amountInWords(drop, most) }) }
  return { amount, error: null }
}
