import { useEffect, useState } from 'react'
import { serviceNow } from '../page/page-data.ts'

/** The server's time in Unix milliseconds. Updates every `everyMs`. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(serviceNow)
  useEffect(() => {
    const clock = setInterval(() => setNow(serviceNow()), everyMs)
    return () => clearInterval(clock)
  }, [everyMs])
  return now
}
