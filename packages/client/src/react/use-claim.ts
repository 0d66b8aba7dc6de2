import { useCallback, useEffect, useRef, useState } from 'react'
import type { ClaimOrder, ClaimState } from '../claim-flow.ts'
import { claimItems } from '../claim-items.ts'
import { useDropkit } from './provider.ts'

export interface ClaimHook {
  /** Null before the first claim. */
  readonly state: ClaimState | null
  readonly isRunning: boolean
  /**
   * Starts a claim, or continues an interrupted one. With a `quantity`, claims that many items one after the other. Does
   * nothing while a claim runs, so a double click makes one claim.
   */
  readonly claim: (order: Omit<ClaimOrder, 'signal'>) => void
  readonly reset: () => void
}

/** Claims from a drop. The flow stops when the component unmounts; the next `claim` continues it. */
export function useClaim(): ClaimHook {
  const client = useDropkit()
  const [state, setState] = useState<ClaimState | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [fault, setFault] = useState<{ readonly thrown: unknown } | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = null
    },
    [],
  )
  const claim = useCallback(
    (order: Omit<ClaimOrder, 'signal'>) => {
      if (running.current) return
      const own = new AbortController()
      running.current = own
      setRunning(true)
      const run = async () => {
        for await (const next of claimItems(client, { ...order, signal: own.signal }))
          if (running.current === own) setState(next)
      }
      void run()
        .catch((thrown: unknown) => running.current === own && setFault({ thrown }))
        .finally(() => {
          if (running.current !== own) return
          running.current = null
          setRunning(false)
        })
    },
    [client],
  )
  const reset = useCallback(() => {
    if (!running.current) setState(null)
  }, [])
  // Errors that are bugs are thrown to the error boundary.
  if (fault) throw fault.thrown
  return { state, isRunning, claim, reset }
}
