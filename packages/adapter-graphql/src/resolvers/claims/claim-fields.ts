import { idOfClaim } from '@dropkit/core'
import type {
  ClaimDropResultResolvers,
  ClaimParamsResolvers,
  ClaimResolvers,
} from '../../generated/resolver-types.ts'

export const claimFields: ClaimResolvers = {
  id: idOfClaim,
  amount: ({ amount }) => String(amount),
  status: ({ state }) => state.kind,
  userAddress: ({ claimer }) => claimer,
  txHash: ({ state }) => ('txHash' in state ? state.txHash : null),
  claimedAt: ({ state }) => (state.kind === 'CONFIRMED' ? state.claimedAt : null),
  expiresAt: ({ state }) => (state.kind === 'PENDING' ? state.expiresAt : null),
  user: async ({ claimer, callerId }, _args, { loaders }) =>
    (await loaders.userByWallet.load(claimer)) ?? (await loaders.user.load(callerId)) ?? null,
  drop: async ({ dropId }, _args, { loaders }) => (await loaders.drop.load(dropId)) ?? null,
}

export const claimDropResultFields: ClaimDropResultResolvers = {
  // The claim was made a moment ago, on this very drop: it need not be read again.
  claim({ claim, drop }, _args, { loaders }) {
    loaders.drop.prime(drop.id, drop)
    return claim
  },
  claimParams: ({ voucher }) => voucher,
  dropInfo: ({ drop: { vault } }) =>
    vault.kind === 'open'
      ? { dropObjectId: vault.objectId, packageId: vault.packageId, coinType: vault.coinType }
      : null,
}

export const claimParamsFields: ClaimParamsResolvers = {
  amount: ({ amount }) => String(amount),
  nonce: ({ nonce }) => String(nonce),
  expiry: ({ expiresAt }) => String(expiresAt),
}
