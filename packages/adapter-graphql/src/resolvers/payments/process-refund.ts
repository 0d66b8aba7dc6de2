import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const processRefund: Mutations['processRefund'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.processRefund(caller, input))
