import type { Queries } from '../operation.ts'

export const drop: Queries['drop'] = async (_root, { id }, { caller, services }) =>
  (await services.dropkit.readDrop(caller, id)) ?? null
