import { orThrow } from '../../errors/refusal-error.ts'
import { idOfEitherForm } from '../id-of-either-form.ts'
import type { Mutations } from '../operation.ts'

export const updateDrop: Mutations['updateDrop'] = async (_root, { id, input }, { caller, services }) => {
  const { id: idInside, ...changes } = input
  const dropId = orThrow(idOfEitherForm(id, idInside))
  return orThrow(await services.dropkit.updateDrop(caller, dropId, changes))
}
