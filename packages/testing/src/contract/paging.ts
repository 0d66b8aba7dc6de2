import { assertTrue } from '../assert.ts'

/** Reads all pages of a list. Calls `between` after each page, for example to insert a record. */
export async function readAll<R, After>(
  read: (page: { readonly limit: number; readonly after?: After }) => Promise<readonly R[]>,
  placeOf: (record: R) => After,
  limit: number,
  between: () => Promise<void> = async () => undefined,
): Promise<R[]> {
  const all: R[] = []
  for (let pages = 0; pages < 1_000; pages++) {
    const last = all.at(-1)
    const page = await read(last === undefined ? { limit } : { limit, after: placeOf(last) })
    assertTrue(page.length <= limit, `a page has ${page.length} rows, more than ${limit}`)
    if (page.length === 0) return all
    all.push(...page)
    await between()
  }
  throw new Error('the list has no end')
}
