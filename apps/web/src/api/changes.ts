import type { Document } from '@dropkit/client'
import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiRefusal } from './errors.ts'
import { request } from './request.ts'

type SingleMutation<Result, Variables> = Omit<
  UseMutationResult<Result, Error, Variables>,
  'mutate' | 'mutateAsync'
> & {
  /** The callbacks are also called after the component has unmounted, unlike those of TanStack Query. */
  readonly mutate: (
    variables: Variables,
    callbacks?: { readonly onSuccess?: (result: Result) => void; readonly onError?: (error: Error) => void },
  ) => void
  readonly mutateAsync: (variables: Variables) => Promise<Result>
}

/**
 * A mutation that is not started again while it runs. `isPending` is not enough: the second click of a double click comes
 * before the render that disables the button. Mutations with different `sameOf` values can run at the same time.
 */
export function useSingleMutation<Result, Variables = void>(
  options: UseMutationOptions<Result, Error, Variables>,
  sameOf: (variables: Variables) => string = () => '',
): SingleMutation<Result, Variables> {
  const mutation = useMutation(options)
  const running = useRef(new Map<string, Promise<Result>>())
  const mutateAsync = (variables: Variables): Promise<Result> => {
    const same = sameOf(variables)
    const before = running.current.get(same)
    if (before) return before
    const started = mutation.mutateAsync(variables)
    running.current.set(same, started)
    const forget = () => running.current.delete(same)
    started.then(forget, forget)
    return started
  }
  return {
    ...mutation,
    mutateAsync,
    mutate(variables, { onSuccess, onError = () => {} } = {}) {
      // The error is in the state.
      if (!running.current.has(sameOf(variables))) mutateAsync(variables).then(onSuccess, onError)
    },
  }
}

/**
 * Runs a mutation that has one effect however often it is sent: if the answer to an attempt was lost, the next attempt
 * sends the same idempotency key. Afterwards, and after a conflict, everything that the page shows is read again.
 */
export function useChange<Result, Variables>(
  document: Document<Result, Variables>,
  options: { readonly onDone?: (result: Result, variables: Variables) => void } = {},
): SingleMutation<Result, Variables> {
  const reads = useQueryClient()
  const pending = useRef<{ readonly asked: string; readonly key: string } | null>(null)
  return useSingleMutation<Result, Variables>(
    {
      mutationFn: async (variables) => {
        const asked = JSON.stringify(variables)
        if (pending.current?.asked !== asked) pending.current = { asked, key: crypto.randomUUID() }
        try {
          const result = await request(document, variables, { idempotencyKey: pending.current.key })
          pending.current = null
          return result
        } catch (error) {
          // After any other error, the change may have happened.
          if (error instanceof ApiRefusal && !error.retryable) pending.current = null
          throw error
        }
      },
      onSuccess: async (result, variables) => {
        options.onDone?.(result, variables)
        await reads.invalidateQueries()
      },
      // The page shows something that has changed since.
      onError: (error) =>
        error instanceof ApiRefusal && error.code === 'CONFLICT' ? reads.invalidateQueries() : undefined,
    },
    JSON.stringify,
  )
}
