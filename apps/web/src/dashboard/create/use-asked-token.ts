import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { TokenRowFragment } from '../../api/generated/operations.ts'

/** The token that the address asks for, as a link from its screen does; null when that is none of one's own. */
export function useAskedToken(tokens: readonly TokenRowFragment[]): TokenRowFragment | null {
  const [search, setSearch] = useSearchParams()
  const [asked] = useState(() => search.get('token'))
  // Whoever chooses another and loads the page again means that one.
  useEffect(() => {
    if (asked === null) return
    setSearch(
      (search) => {
        search.delete('token')
        return search
      },
      { replace: true },
    )
  }, [asked, setSearch])
  return tokens.find(({ id }) => id === asked) ?? null
}
