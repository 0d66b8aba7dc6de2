import { ApiRefusal } from '../../../api/api-refusal.ts'
import { count } from '../../../words/amount.ts'
import { amountInWords } from '../../../words/drop-amount.ts'
import { inDropSettings } from '../../../words/messages/drop-settings.ts'
import { inPlainWords } from '../../../words/refusal.ts'
import type { ShownDrop } from '../use-drop.ts'
import type { FieldFaults } from './drop-changes.ts'

/**
 * Returns the server's error by the form field that can fix it, with amounts in whole tokens. Null if the error is not
 * about a field.
 */
export function refusedField(fault: unknown, drop: Pick<ShownDrop, 'type' | 'token'>): FieldFaults | null {
  if (!(fault instanceof ApiRefusal)) return null
  // The shortcode is the only field of a drop that must be unique.
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
