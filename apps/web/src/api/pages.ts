import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { request } from './request.ts'
import type { TypedDocument } from './typed-document.ts'

interface Page {
  readonly limit?: number | null | undefined
  readonly after?: string | null | undefined
}

/**
 * Reads a list page by page, newest first. Returns all loaded pages as one list, and a function that loads the next page.
 * @param itemsOf Returns the list in an answer.
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
    /** Undefined before the first page has arrived. */
    items: pages.data?.pages.flatMap((page) => [...itemsOf(page)]),
    error: pages.error,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    loadMore: () => void pages.fetchNextPage(),
    readAgain: () => void pages.refetch(),
  }
}
