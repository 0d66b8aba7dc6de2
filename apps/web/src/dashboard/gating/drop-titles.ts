import { MyDropTitlesDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'

const NONE: readonly { readonly id: string; readonly title: string }[] = []

/** The titles of the user's 200 newest drops by id. */
export function useDropTitles(): ReadonlyMap<string, string> {
  const { data } = useRead(MyDropTitlesDocument, {}, { staleTime: 60_000 })
  return new Map((data?.myDrops ?? NONE).map(({ id, title }) => [id, title]))
}
