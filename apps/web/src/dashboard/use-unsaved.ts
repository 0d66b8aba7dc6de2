import { useSyncExternalStore } from 'react'

const unsaved = new Map<string, unknown>()
const listeners = new Set<() => void>()

/** Makes the browser ask before it closes or reloads a page with unsaved values. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

function changed(): void {
  if (unsaved.size > 0) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

const onChange = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Discards all unsaved values. If there are any, asks `question` first. False if the user wants to keep them. */
export function discardUnsaved(question: string): boolean {
  if (unsaved.size > 0 && !confirm(question)) return false
  unsaved.clear()
  changed()
  return true
}

/**
 * State that lasts when the user changes the tab or the screen, or is signed out, until it is saved or discarded (set to
 * `none`). It can also be set after the component has unmounted.
 * @param place Identifies what the value belongs to, with the id of an object or user, so that no other user sees it.
 * @returns The value, a function that sets it, and one that returns the value at the time of the call.
 */
export function useUnsaved<Value>(
  place: string,
  none: Value,
): readonly [Value, (next: Value) => void, () => Value] {
  const get = () => (unsaved.has(place) ? (unsaved.get(place) as Value) : none)
  const set = (next: Value) => {
    if (next === none) unsaved.delete(place)
    else unsaved.set(place, next)
    changed()
  }
  return [useSyncExternalStore(onChange, get), set, get]
}
