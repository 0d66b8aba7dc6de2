import type { Resolvers } from '../generated/resolver-types.ts'
import { BigIntScalar } from '../scalars/big-int.ts'
import { DateTimeScalar } from '../scalars/date-time.ts'
import { JsonScalar } from '../scalars/json.ts'
import { apiKeys } from './api-keys/api-keys.ts'
import { createApiKey } from './api-keys/create-api-key.ts'
import { revokeApiKey } from './api-keys/revoke-api-key.ts'
import { checkEligibility } from './claims/check-eligibility.ts'
import { claim } from './claims/claim.ts'
import { claimDrop } from './claims/claim-drop.ts'
import { claimDropResultFields, claimFields, claimParamsFields } from './claims/claim-fields.ts'
import { claimRandomDrop } from './claims/claim-random-drop.ts'
import { claims } from './claims/claims.ts'
import { confirmClaim } from './claims/confirm-claim.ts'
import { createClaim } from './claims/create-claim.ts'
import { createDrop } from './drops/create-drop.ts'
import { deleteDrop } from './drops/delete-drop.ts'
import { drop } from './drops/drop.ts'
import { dropByShortcode } from './drops/drop-by-shortcode.ts'
import { dropFields } from './drops/drop-fields.ts'
import { drops } from './drops/drops.ts'
import { myDrops } from './drops/my-drops.ts'
import { prepareDropFunding } from './drops/prepare-drop-funding.ts'
import { updateDrop } from './drops/update-drop.ts'
import { updateDropKey } from './drops/update-drop-key.ts'
import { checkGatingEligibility } from './gating/check-gating-eligibility.ts'
import { confirmTokenDeployment } from './tokens/confirm-token-deployment.ts'
import { createToken } from './tokens/create-token.ts'
import { prepareTokenDeployment } from './tokens/prepare-token-deployment.ts'
import { token } from './tokens/token.ts'
import { tokenFields } from './tokens/token-fields.ts'
import { tokens } from './tokens/tokens.ts'
import { me } from './users/me.ts'
import { user } from './users/user.ts'
import { userFields } from './users/user-fields.ts'
import { users } from './users/users.ts'

/** Every operation that there is, and the fields that are not simply there. */
export const resolvers = {
  BigInt: BigIntScalar,
  DateTime: DateTimeScalar,
  JSON: JsonScalar,
  Query: {
    apiKeys,
    checkEligibility,
    checkGatingEligibility,
    claim,
    claims,
    drop,
    dropByShortcode,
    drops,
    me,
    myDrops,
    token,
    tokens,
    user,
    users,
  },
  Mutation: {
    claimDrop,
    claimRandomDrop,
    confirmClaim,
    confirmTokenDeployment,
    createApiKey,
    createClaim,
    createDrop,
    createToken,
    deleteDrop,
    prepareDropFunding,
    prepareTokenDeployment,
    revokeApiKey,
    updateDrop,
    updateDropKey,
  },
  Subscription: {},
  Claim: claimFields,
  ClaimDropResult: claimDropResultFields,
  ClaimParams: claimParamsFields,
  Drop: dropFields,
  Token: tokenFields,
  User: userFields,
} satisfies Resolvers
