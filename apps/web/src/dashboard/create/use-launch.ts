import { useQueryClient } from '@tanstack/react-query'
import { useChange, useSingleMutation } from '../../api/changes.ts'
import { ApiRefusal } from '../../api/errors.ts'
import { LaunchDropDocument, OpenDropDocument, SetGatingDocument } from '../../api/generated/operations.ts'
import { request } from '../../api/request.ts'
import { inPlainWords } from '../../words/error-words.ts'
import { useIsHere } from '../use-is-here.ts'
import { type Draft, indexOf } from './draft.ts'
import { type Surroundings, stepErrors } from './form-errors.ts'
import { type LaunchCalls, launch, launchPlanOf, NOT_LAUNCHED } from './launch.ts'
import { placeOf, STEPS } from './steps.ts'

export interface Launch {
  readonly isRunning: boolean
  /** The error that stopped the launch. Null if there is none. */
  readonly error: unknown
  /** The index of the first step with errors, from 0. Undefined if there are none. */
  readonly firstInvalidStep: () => number | undefined
  /** Launches, or continues a launch that stopped. */
  readonly start: () => void
}

const isShortcodeTaken = (thrown: unknown): boolean =>
  thrown instanceof ApiRefusal && thrown.reason === 'TAKEN' && placeOf(thrown.field)?.field === 'shortcode'

/**
 * Launches the drop of the draft. Errors of the server are shown at the fields that caused them. `replaceShortcode` returns
 * the shortcode to use instead of a derived one that is taken, and makes later launches use it, too.
 */
export function useLaunch(
  draft: Draft,
  surroundings: Surroundings,
  replaceShortcode: (taken: string) => string,
): Launch {
  const reads = useQueryClient()
  const isHere = useIsHere()
  const setRules = useChange(SetGatingDocument)
  const open = useChange(OpenDropDocument)

  const calls: LaunchCalls = {
    async create({ input, idempotencyKey }) {
      const { createDrop: drop } = await request(LaunchDropDocument, { input }, { idempotencyKey })
      if (!drop) throw new ApiRefusal('The service made no drop')
      return { id: drop.id, shortcode: drop.shortcode, title: drop.title }
    },
    setRules: (dropId, input) => setRules.mutateAsync({ dropId, input }),
    open: (id, status) => open.mutateAsync({ id, status }),
  }

  const launching = useSingleMutation({
    async mutationFn() {
      const { form, progress, reach } = draft
      const plan = launchPlanOf(form, surroundings)
      try {
        return await launch(plan, progress, calls, reach)
      } catch (thrown) {
        // Another drop may have taken the derived shortcode since it was checked.
        const { shortcode } = plan.create
        if (form.shortcode !== null || !shortcode || !isShortcodeTaken(thrown)) throw thrown
        const create = { ...plan.create, shortcode: replaceShortcode(shortcode) }
        return launch({ ...plan, create }, NOT_LAUNCHED, calls, reach)
      }
    },
    onSuccess: () => reads.invalidateQueries(),
  })
  const show = (thrown: Error) => {
    const place = thrown instanceof ApiRefusal ? placeOf(thrown.field) : undefined
    if (!place || !isHere()) return
    draft.refuse({ [place.field]: inPlainWords(thrown) })
    draft.goTo(indexOf(place.step))
  }

  return {
    isRunning: launching.isPending,
    error: launching.error,
    firstInvalidStep() {
      const index = STEPS.findIndex(
        ({ name }) => Object.keys(stepErrors(name, draft.form, surroundings)).length > 0,
      )
      return index === -1 ? undefined : index
    },
    start: () => launching.mutate(undefined, { onError: show }),
  }
}
