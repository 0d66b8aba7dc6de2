import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const platformEvents: Queries['platformEvents'] = async (_root, question, { caller, services }) =>
  orThrow(await services.dropkit.listEvents(caller, question))
