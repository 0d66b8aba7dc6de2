import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { STEPS } from './steps.ts'
import type { Draft } from './use-draft.ts'

/**
 * Stores the draft's step in the URL, so that the browser's Back and Forward buttons move between steps. If the URL names
 * no step, or one that was not reached yet, the draft's stored step is shown.
 */
export function useStepInAddress(draft: Draft): Draft {
  const [search, setSearch] = useSearchParams()
  const asked = STEPS.findIndex(({ name }) => name === search.get('step'))
  const isReached = asked !== -1 && asked <= draft.furthest
  const step = isReached ? asked : draft.step
  const write = (next: number, options?: { readonly replace: boolean }) =>
    setSearch((before) => {
      before.set('step', STEPS[next]?.name ?? 'token')
      return before
    }, options)

  // biome-ignore lint/correctness/useExhaustiveDependencies: written once for each address that names no step.
  useEffect(() => {
    if (!isReached) write(step, { replace: true })
  }, [isReached, step])

  return {
    ...draft,
    step,
    stepName: STEPS[step]?.name ?? 'token',
    goTo(next) {
      draft.goTo(next)
      if (next !== step) write(next)
    },
    throwAway() {
      draft.throwAway()
      write(0, { replace: true })
    },
  }
}
