import { useEffect, useState } from 'react'
import { creator } from './creator.ts'

const unsaved = new Map<string, unknown>()
creator.onChange(() => unsaved.clear())

/** Makes the browser ask before it closes or reloads a page with unsaved changes. */
const warn = (event: BeforeUnloadEvent): void => {
  if (unsaved.size > 0) event.preventDefault()
}

/**
 * State of a form that lasts when the user changes the tab or the screen, until it is saved or discarded (set to `none`).
 * @param place Identifies the form and the object that it edits.
 */
export function useUnsaved<Value>(place: string, none: Value): readonly [Value, (next: Value) => void] {
  const [value, setValue] = useState<Value>(() => (unsaved.has(place) ? (unsaved.get(place) as Value) : none))
  useEffect(() => {
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  return [
    value,
    (next) => {
      if (next === none) unsaved.delete(place)
      else unsaved.set(place, next)
      setValue(next)
    },
  ]
}
