import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const events: Queries['events'] = async (_root, question, { caller, services }) =>
  orThrow(await services.dropkit.listEvents(caller, question))
