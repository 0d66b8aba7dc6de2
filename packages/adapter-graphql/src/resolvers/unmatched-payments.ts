import { orThrow } from '../errors/refusal-error.ts'
import type { UnmatchedPaymentResolvers } from '../generated/resolver-types.ts'
import type { Mutations, Queries } from './operation.ts'

export const unmatchedPayments: Queries['unmatchedPayments'] = async (_root, page, { caller, services }) =>
  orThrow(await services.dropkit.listUnmatchedPayments(caller, page))

export const assignUnmatchedPayment: Mutations['assignUnmatchedPayment'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.assignUnmatchedPayment(caller, input))

export const returnUnmatchedPayment: Mutations['returnUnmatchedPayment'] = async (
  _root,
  { id },
  { caller, services },
) => orThrow(await services.dropkit.returnUnmatchedPayment(caller, id))

export const unmatchedPaymentFields: UnmatchedPaymentResolvers = {
  transferIndex: ({ index }) => index,
  sender: ({ from }) => from,
  amountAtomic: ({ amount }) => String(amount),
  state: ({ state }) => state.kind,
  paymentIntentId: ({ state }) => (state.kind === 'ASSIGNED' ? state.intentId : null),
  returnTxHash: ({ state }) => (state.kind === 'RETURNED' ? state.txHash : null),
  problem: ({ state }) => (state.kind === 'RETURNING' ? state.problem : null),
  paidAt: ({ at }) => at,
}
