import type { Queries } from '../operation.ts'

export const claim: Queries['claim'] = async (_root, { id }, { caller, services }) =>
  (await services.dropkit.readClaim(caller, id)) ?? null
