import type { Queries } from '../operation.ts'

export const user: Queries['user'] = async (_root, { id }, { caller, services }) =>
  (await services.dropkit.readUser(caller, id)) ?? null
