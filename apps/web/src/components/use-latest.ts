import { type RefObject, useRef } from 'react'

/** The value of the newest render, for functions that go on after an `await`. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  latest.current = value
  return latest
}
