import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { ApiRefusal } from '../../api/errors.ts'
import {
  type CreateDropInput,
  LaunchDropDocument,
  OpenDropDocument,
  SetGatingDocument,
} from '../../api/generated/operations.ts'
import { inPlainWords } from '../../words/error-words.ts'
import { useDropTitles, useKnownCoins } from '../gating/rule-choices.ts'
import { type Draft, indexOf } from './draft.ts'
import { type Surroundings, stepErrors } from './form-errors.ts'
import { launch, launchPlanOf } from './launch.ts'
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
  const coins = useKnownCoins()
  const drops = useDropTitles()
  const create = useChange(LaunchDropDocument)
  const setRules = useChange(SetGatingDocument)
  const open = useChange(OpenDropDocument)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const calls = {
    async create(input: CreateDropInput) {
      const { createDrop: drop } = await create.mutateAsync({ input }).catch((thrown: unknown) => {
        // Another drop may have taken the derived shortcode since it was checked.
        if (draft.form.shortcode !== null || !input.shortcode || !isShortcodeTaken(thrown)) throw thrown
        return create.mutateAsync({ input: { ...input, shortcode: replaceShortcode(input.shortcode) } })
      })
      if (!drop) throw new ApiRefusal('The service made no drop')
      return { id: drop.id, shortcode: drop.shortcode, title: drop.title }
    },
    setRules: (dropId: string, input: Parameters<typeof setRules.mutateAsync>[0]['input']) =>
      setRules.mutateAsync({ dropId, input }),
    open: (id: string, status: Parameters<typeof open.mutateAsync>[0]['status']) =>
      open.mutateAsync({ id, status }),
  }

  const show = (thrown: unknown) => {
    setError(thrown)
    const place = thrown instanceof ApiRefusal ? placeOf(thrown.field) : undefined
    if (!place) return
    draft.refuse({ [place.field]: inPlainWords(thrown) })
    draft.goTo(indexOf(place.step))
  }

  return {
    isRunning,
    error,
    firstInvalidStep() {
      const index = STEPS.findIndex(
        ({ name }) => Object.keys(stepErrors(name, draft.form, surroundings)).length > 0,
      )
      return index === -1 ? undefined : index
    },
    start() {
      setRunning(true)
      setError(null)
      launch(launchPlanOf(draft.form, surroundings, { coins, drops }), draft.progress, calls, draft.reach)
        .catch(show)
        .finally(() => setRunning(false))
    },
  }
}
