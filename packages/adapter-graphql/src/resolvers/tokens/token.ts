import type { Queries } from '../operation.ts'

export const token: Queries['token'] = async (_root, { id }, { caller, services }) =>
  (await services.dropkit.readToken(caller, id)) ?? null
