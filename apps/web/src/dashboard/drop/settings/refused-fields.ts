import { ApiRefusal } from '../../../api/api-refusal.ts'
import { count } from '../../../words/amount.ts'
import { amountInWords } from '../../../words/drop-amount.ts'
import { inDropSettings } from '../../../words/messages/drop-settings.ts'
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
  if (fault.code === 'CONFLICT') return { shortcode: inDropSettings('anotherDropAlreadyUses') }
  const { least } = fault.details
  switch (fault.field) {
    case undefined:
      return null
    case 'tokenAmount':
      return { maxAmount: inDropSettings('poolMustBeAt') }
    case 'maxAmount':
      if (typeof least === 'string')
        return {
          maxAmount: inDropSettings('atLeastAmountBecause', { amount: amountInWords(drop, least) }),
        }
      break
    case 'supply':
      if (typeof least === 'number')
        return { supply: inDropSettings('atLeastCountBecause', { count: count(least) }) }
      break
  }
  return { [fault.field]: inPlainWords(fault) }
}
