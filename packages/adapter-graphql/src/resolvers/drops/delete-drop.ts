import { orThrow } from '../../errors/refusal-error.ts'
import { idOfEitherForm } from '../id-of-either-form.ts'
import type { Mutations } from '../operation.ts'

export const deleteDrop: Mutations['deleteDrop'] = async (_root, { id, input }, { caller, services }) =>
  orThrow(await services.dropkit.deleteDrop(caller, orThrow(idOfEitherForm(id, input?.id))))
