import { ApiRefusal } from '../../../api/api-refusal.ts'
import { count } from '../../../words/amount.ts'
import { amountInWords } from '../../../words/drop-amount.ts'
import { inPlainWords } from '../../../words/refusal.ts'
import type { ShownDrop } from '../shown-drop.ts'
import type { FieldFaults } from './drop-changes.ts'

/**
 * What the service refused, at the field where it can be put right and in whole tokens; null where it is of no field in
 * particular.
 */
export function refusedField(fault: unknown, drop: Pick<ShownDrop, 'type' | 'token'>): FieldFaults | null {
  if (!(fault instanceof ApiRefusal)) return null
  // Of a drop's fields only its shortcode can be another's already.
  if (fault.code === 'CONFLICT') return { shortcode: 'Another drop already uses this link.' }
  const { least } = fault.details
  switch (fault.field) {
    case undefined:
      return null
    case 'tokenAmount':
      return { maxAmount: 'The pool must be at least the amount of one claim.' }
    case 'maxAmount':
      if (typeof least === 'string')
        return {
          maxAmount: `At least ${amountInWords(drop, least)}, because this much is claimed or reserved.`,
        }
      break
    case 'supply':
      if (typeof least === 'number')
        return { supply: `At least ${count(least)}, because this many are claimed or reserved.` }
      break
  }
  return { [fault.field]: inPlainWords(fault) }
}
