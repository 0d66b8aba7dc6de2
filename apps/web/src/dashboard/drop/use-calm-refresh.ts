import { useEffect, useRef } from 'react'

/** Calls `refresh` after `seen` has changed, at most once every `everyMs`. */
export function useCalmRefresh(seen: string, refresh: () => void, everyMs = 3_000): void {
  const latest = useRef(refresh)
  latest.current = refresh
  const known = useRef(seen)
  const lastMs = useRef(0)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (known.current === seen) return
    known.current = seen
    if (waiting.current !== undefined) return
    const restMs = Math.max(0, lastMs.current + everyMs - performance.now())
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      lastMs.current = performance.now()
      latest.current()
    }, restMs)
  }, [seen, everyMs])

  useEffect(
    () => () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
    },
    [],
  )
}
