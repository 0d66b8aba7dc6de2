import type { Queries } from '../operation.ts'

export const apiKeys: Queries['apiKeys'] = (_root, _args, { caller, services }) =>
  services.dropkit.listApiKeys(caller)
