import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const drops: Queries['drops'] = async (_root, { filter, ...page }, { caller, services }) => {
  const wanted = {
    status: filter?.status ?? undefined,
    type: filter?.type ?? undefined,
    claimType: filter?.claimType ?? undefined,
    creatorId: filter?.creatorId ?? undefined,
    tokenId: filter?.tokenId ?? undefined,
    communityId: filter?.communityId ?? undefined,
  }
  return orThrow(await services.dropkit.listDrops(caller, wanted, page))
}
