import { useEffect, useState } from 'react'
import { creator } from './creator.ts'

const kept = new Map<string, unknown>()
creator.onChange(() => kept.clear())

/** Asks before the page is closed or reloaded while there are changes that are not saved. */
const warn = (event: BeforeUnloadEvent): void => {
  if (kept.size > 0) event.preventDefault()
}

/**
 * State of a form that outlives the form: it is there again after a change of the tab or the screen, until it is saved
 * or discarded (set to `none`).
 *
 * @param place Names the form and what it is about.
 */
export function useUnsaved<Value>(place: string, none: Value): readonly [Value, (next: Value) => void] {
  const [value, setValue] = useState<Value>(() => (kept.has(place) ? (kept.get(place) as Value) : none))
  useEffect(() => {
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  return [
    value,
    (next) => {
      if (next === none) kept.delete(place)
      else kept.set(place, next)
      setValue(next)
    },
  ]
}
