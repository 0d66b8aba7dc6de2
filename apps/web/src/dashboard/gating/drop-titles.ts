import { MyDropTitlesDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'

const NONE: readonly { readonly id: string; readonly title: string }[] = []

/** Titles of the user's own drops by their id, of the 200 newest. */
export function useDropTitles(): ReadonlyMap<string, string> {
  const { data } = useRead(MyDropTitlesDocument, {}, { staleTime: 60_000 })
  return new Map((data?.myDrops ?? NONE).map(({ id, title }) => [id, title]))
}
