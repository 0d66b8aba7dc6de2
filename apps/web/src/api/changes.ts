import { type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAct } from './act.ts'
import { ApiRefusal } from './api-refusal.ts'
import { request } from './request.ts'
import type { TypedDocument } from './typed-document.ts'

/**
 * Runs a mutation that has one effect however often it is sent: if the answer to an attempt was lost, the next attempt
 * sends the same idempotency key. Afterwards, and after a conflict, everything that the page shows is read again.
 */
export function useChange<Result, Variables>(
  document: TypedDocument<Result, Variables>,
  options: { readonly onDone?: (result: Result) => void } = {},
): UseMutationResult<Result, Error, Variables> {
  const reads = useQueryClient()
  const pending = useRef<{ readonly asked: string; readonly key: string } | null>(null)
  return useAct<Result, Variables>(
    {
      mutationFn: async (variables) => {
        const asked = JSON.stringify(variables)
        if (pending.current?.asked !== asked) pending.current = { asked, key: crypto.randomUUID() }
        try {
          const result = await request(document, variables, { idempotencyKey: pending.current.key })
          pending.current = null
          return result
        } catch (error) {
          if (!(error instanceof ApiRefusal && error.retryable)) pending.current = null
          throw error
        }
      },
      onSuccess: async (result) => {
        options.onDone?.(result)
        await reads.invalidateQueries()
      },
      // The page shows something that has changed since.
      onError: (error) =>
        error instanceof ApiRefusal && error.code === 'CONFLICT' ? reads.invalidateQueries() : undefined,
    },
    JSON.stringify,
  )
}
