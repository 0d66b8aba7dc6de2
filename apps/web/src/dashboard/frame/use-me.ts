import { MeDocument, type MeQuery } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'

export type Me = NonNullable<MeQuery['me']>

/** Who is signed in; undefined as long as it is not known. */
export function useMe() {
  const read = useRead(MeDocument, {}, { staleTime: 60_000 })
  return {
    me: read.data?.me ?? undefined,
    fault: read.error,
    readAgain: () => void read.refetch(),
  }
}
