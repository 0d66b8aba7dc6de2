import type { Document } from '@dropkit/client'
import {
  type InfiniteData,
  QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { ApiRefusal } from './errors.ts'
import { request } from './request.ts'

const MAX_TRIES = 3

/** Caches what the page has read. Only errors that may pass are retried. */
export const createReads = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // A mutation without a network fails immediately. Otherwise it would be sent when the network is back, maybe an hour
      // later.
      mutations: { networkMode: 'always' },
      queries: {
        staleTime: 5_000,
        retry: (tries, error) => tries < MAX_TRIES && error instanceof ApiRefusal && error.retryable,
      },
    },
  })

const asked = <Result, Variables>(document: Document<Result, Variables>, variables: Variables) => ({
  queryKey: [document.toString(), variables],
  queryFn: () => request(document, variables),
})

/** Starts a read before the first render. `useRead` of the same operation then uses its answer or waits for it. */
export const readAhead = <Result, Variables>(
  reads: QueryClient,
  document: Document<Result, Variables>,
  variables: Variables,
): void => void reads.prefetchQuery(asked(document, variables))

type Options<Result> = Pick<
  UseQueryOptions<Result>,
  'enabled' | 'refetchInterval' | 'placeholderData' | 'staleTime'
>

/** Reads an operation, and reads it again when its variables change. */
export function useRead<Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables,
  options: Options<Result> = {},
): UseQueryResult<Result, Error> {
  return useQuery<Result, Error>({ ...asked(document, variables), ...options })
}

interface Page {
  readonly limit?: number | null | undefined
  readonly after?: string | null | undefined
}

/**
 * Reads a list page by page, newest first. Returns all loaded pages as one list, and a function that loads the next page.
 * @param itemsOf Returns the list in an answer.
 */
export function usePages<Result, Variables extends Page, Item extends { readonly id: string | null }>(
  document: Document<Result, Variables>,
  variables: Omit<Variables, keyof Page>,
  itemsOf: (result: Result) => readonly Item[],
  { size = 50, ...options }: { readonly size?: number; readonly refetchInterval?: number | false } = {},
) {
  const pages = useInfiniteQuery<
    Result,
    Error,
    InfiniteData<Result, string | null>,
    readonly unknown[],
    string | null
  >({
    queryKey: [document.toString(), 'pages', size, variables],
    queryFn: ({ pageParam }) =>
      request(document, { ...variables, limit: size, after: pageParam } as unknown as Variables),
    initialPageParam: null,
    getNextPageParam: (last) => {
      const items = itemsOf(last)
      return items.length < size ? null : (items.at(-1)?.id ?? null)
    },
    ...options,
  })
  return {
    /** Undefined before the first page has arrived. */
    items: pages.data?.pages.flatMap((page) => [...itemsOf(page)]),
    error: pages.error,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    loadMore: () => void pages.fetchNextPage(),
    refetch: () => void pages.refetch(),
  }
}
