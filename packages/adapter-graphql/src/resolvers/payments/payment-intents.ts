import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const paymentIntents: Queries['paymentIntents'] = async (_root, page, { caller, services }) =>
  orThrow(await services.dropkit.listPaymentIntents(caller, page))
