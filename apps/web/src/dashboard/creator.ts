import { MeDocument, type MeQuery } from '../api/generated/operations.ts'
import { useRead } from '../api/reads.ts'
import { createSharedSession } from '../session/session.ts'

/** The creator who is signed in to the dashboard. */
export const creator = createSharedSession('dropkit.dashboard')

export type Me = NonNullable<MeQuery['me']>

/** The user who is signed in. Undefined until it is known. */
export function useMe() {
  const read = useRead(MeDocument, {}, { staleTime: 60_000 })
  return {
    me: read.data?.me ?? undefined,
    error: read.error,
    refetch: () => void read.refetch(),
  }
}
