import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { TokenRowFragment } from '../../api/generated/operations.ts'

/** The token in the URL's `token` parameter, which a token's screen links to. Null if the user has no such token. */
export function useAskedToken(tokens: readonly TokenRowFragment[]): TokenRowFragment | null {
  const [search, setSearch] = useSearchParams()
  const [asked] = useState(() => search.get('token'))
  // The parameter is removed, so that a reload does not undo a later choice.
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
