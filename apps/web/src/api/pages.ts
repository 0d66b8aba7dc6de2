import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { request } from './request.ts'
import type { TypedDocument } from './typed-document.ts'

interface Page {
  readonly limit?: number | null | undefined
  readonly after?: string | null | undefined
}

/**
 * A list that comes page by page, newest first: what has been loaded, in one piece, and a way to load what is older.
 *
 * @param itemsOf Finds the list in an answer.
 */
export function usePages<Result, Variables extends Page, Item extends { readonly id: string | null }>(
  document: TypedDocument<Result, Variables>,
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
    /** Undefined before the first page is there. */
    items: pages.data?.pages.flatMap((page) => [...itemsOf(page)]),
    fault: pages.error,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    loadMore: () => void pages.fetchNextPage(),
    readAgain: () => void pages.refetch(),
  }
}
