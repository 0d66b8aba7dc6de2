import { badInput } from '@dropkit/core'
import { orThrow, refusalError } from '../../errors/refusal-error.ts'
import { idOfEitherForm } from '../id-of-either-form.ts'
import type { Mutations } from '../operation.ts'

export const confirmPaymentIntent: Mutations['confirmPaymentIntent'] = async (
  _root,
  { id, txHash, input },
  { caller, services },
) => {
  const intentId = orThrow(idOfEitherForm(id, input?.id))
  if (txHash != null && input?.txHash != null && txHash !== input.txHash) {
    throw refusalError(badInput('txHash', 'txHash differs beside the input and inside it: they must agree'))
  }
  return orThrow(
    await services.dropkit.confirmPaymentIntent(caller, { id: intentId, txHash: txHash ?? input?.txHash }),
  )
}
