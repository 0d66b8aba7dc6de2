import { GATING_TEMPLATES } from '@dropkit/core'
import { orThrow } from '../errors/refusal-error.ts'
import type {
  EligibilityCheckResolvers,
  EligibilityFactResolvers,
  EligibilityResultResolvers,
  ExemptionResolvers,
  Resolvers,
} from '../generated/resolver-types.ts'
import { type Mutations, oncePerParent, type Queries } from './operation.ts'

const gatingTemplates: Queries['gatingTemplates'] = () => GATING_TEMPLATES

const checkGatingEligibility: Queries['checkGatingEligibility'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.checkGatingEligibility(caller, input))

const updateGatingConfig: Mutations['updateGatingConfig'] = async (
  _root,
  { dropId, input },
  { caller, services },
) => orThrow(await services.dropkit.updateGatingConfig(caller, dropId, input))

const eligibilityResultFields = {
  signed: oncePerParent((eligibility, _args, { services }) => services.dropkit.signEligibility(eligibility)),
} satisfies EligibilityResultResolvers

const eligibilityCheckFields = {
  result: ({ verdict }) => CHECK_RESULTS[verdict],
} satisfies EligibilityCheckResolvers

const CHECK_RESULTS = { pass: 'PASS', fail: 'FAIL', unknown: 'UNKNOWN' } as const

const eligibilityFactFields = {
  value: ({ value }) => (value === null ? null : String(value)),
  observedAt: ({ at }) => at,
} satisfies EligibilityFactResolvers

const replayEligibility: Queries['replayEligibility'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.replayEligibility(caller, input))

const exemptions: Queries['exemptions'] = async (_root, args, { caller, services }) =>
  orThrow(await services.dropkit.listExemptions(caller, args))

const grantExemption: Mutations['grantExemption'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.grantExemption(caller, input))

const revokeExemption: Mutations['revokeExemption'] = async (_root, { id }, { caller, services }) =>
  orThrow(await services.dropkit.revokeExemption(caller, id))

const exemptionFields = {
  walletAddress: ({ wallet }) => wallet,
  grantedBy: async ({ grantedBy }, _args, { loaders }) => (await loaders.user.load(grantedBy)) ?? null,
  drop: async ({ dropId }, _args, { loaders }) => (await loaders.drop.load(dropId)) ?? null,
} satisfies ExemptionResolvers

/** The operations of this area, and the fields that need a resolver. */
export const gatingResolvers = {
  Query: { gatingTemplates, checkGatingEligibility, replayEligibility, exemptions },
  Mutation: { updateGatingConfig, grantExemption, revokeExemption },
  EligibilityCheck: eligibilityCheckFields,
  EligibilityFact: eligibilityFactFields,
  EligibilityResult: eligibilityResultFields,
  Exemption: exemptionFields,
} satisfies Resolvers
