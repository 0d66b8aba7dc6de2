import type { Queries } from '../operation.ts'

export const event: Queries['event'] = async (_root, { id }, { caller, services }) =>
  (await services.dropkit.readEvent(caller, id)) ?? null
