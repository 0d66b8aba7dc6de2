import { QueryClient, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ApiRefusal } from './api-refusal.ts'
import { request } from './request.ts'
import type { TypedDocument } from './typed-document.ts'

const MOST_TRIES = 3

/** What the page has read, kept while it is shown. Only what may go better the next time is tried again. */
export const createReads = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // A change that is made without a network fails at once. It must not be sent by itself an hour later.
      mutations: { networkMode: 'always' },
      queries: {
        staleTime: 5_000,
        retry: (tries, fault) => tries < MOST_TRIES && fault instanceof ApiRefusal && fault.retryable,
      },
    },
  })

const asked = <Result, Variables>(document: TypedDocument<Result, Variables>, variables: Variables) => ({
  queryKey: [document.toString(), variables],
  queryFn: () => request(document, variables),
})

/** Asks before anything is shown; `useRead` of the same finds the answer, or what is on its way. */
export const readAhead = <Result, Variables>(
  reads: QueryClient,
  document: TypedDocument<Result, Variables>,
  variables: Variables,
): void => void reads.prefetchQuery(asked(document, variables))

type Options<Result> = Pick<
  UseQueryOptions<Result>,
  'enabled' | 'refetchInterval' | 'placeholderData' | 'staleTime'
>

/** What an operation answers; read anew when its variables change. */
export function useRead<Result, Variables>(
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  options: Options<Result> = {},
): UseQueryResult<Result, Error> {
  return useQuery<Result, Error>({ ...asked(document, variables), ...options })
}
