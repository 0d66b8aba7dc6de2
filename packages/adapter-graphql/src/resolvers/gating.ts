import { GATING_TEMPLATES } from '@dropkit/core'
import { orThrow } from '../errors/refusal-error.ts'
import type { Mutations, Queries } from './operation.ts'

export const gatingTemplates: Queries['gatingTemplates'] = () => GATING_TEMPLATES

export const checkGatingEligibility: Queries['checkGatingEligibility'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.checkGatingEligibility(caller, input))

export const updateGatingConfig: Mutations['updateGatingConfig'] = async (
  _root,
  { dropId, input },
  { caller, services },
) => orThrow(await services.dropkit.updateGatingConfig(caller, dropId, input))
