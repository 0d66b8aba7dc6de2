import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that is not started again while it runs. `isPending` disables a button only with the next render, and the
 * second click of a double click comes before. `sameOf` names what is done: acts with other names run beside it.
 */
export function useAct<Result, Variables = void>(
  options: UseMutationOptions<Result, Error, Variables>,
  sameOf: (variables: Variables) => string = () => '',
): UseMutationResult<Result, Error, Variables> {
  const mutation = useMutation(options)
  const running = useRef(new Map<string, Promise<Result>>())
  const mutateAsync: typeof mutation.mutateAsync = (...asked) => {
    const same = sameOf(asked[0] as Variables)
    const before = running.current.get(same)
    if (before) return before
    const started = mutation.mutateAsync(...asked)
    running.current.set(same, started)
    const forget = () => running.current.delete(same)
    started.then(forget, forget)
    return started
  }
  // The error is in the state.
  const mutate: typeof mutation.mutate = (...asked) => void mutateAsync(...asked).catch(() => {})
  return { ...mutation, mutate, mutateAsync }
}
