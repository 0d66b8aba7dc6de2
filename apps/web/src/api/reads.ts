import { QueryClient, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ApiRefusal } from './api-refusal.ts'
import { request } from './request.ts'
import type { TypedDocument } from './typed-document.ts'

const MOST_TRIES = 3

/** Caches what the page has read. Only errors that may pass are retried. */
export const createReads = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // A mutation without a network fails immediately. Otherwise it would be sent when the network is back, maybe an hour
      // later.
      mutations: { networkMode: 'always' },
      queries: {
        staleTime: 5_000,
        retry: (tries, error) => tries < MOST_TRIES && error instanceof ApiRefusal && error.retryable,
      },
    },
  })

const asked = <Result, Variables>(document: TypedDocument<Result, Variables>, variables: Variables) => ({
  queryKey: [document.toString(), variables],
  queryFn: () => request(document, variables),
})

/** Starts a read before the first render. `useRead` of the same operation then uses its answer or waits for it. */
export const readAhead = <Result, Variables>(
  reads: QueryClient,
  document: TypedDocument<Result, Variables>,
  variables: Variables,
): void => void reads.prefetchQuery(asked(document, variables))

type Options<Result> = Pick<
  UseQueryOptions<Result>,
  'enabled' | 'refetchInterval' | 'placeholderData' | 'staleTime'
>

/** Reads an operation, and reads it again when its variables change. */
export function useRead<Result, Variables>(
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  options: Options<Result> = {},
): UseQueryResult<Result, Error> {
  return useQuery<Result, Error>({ ...asked(document, variables), ...options })
}
