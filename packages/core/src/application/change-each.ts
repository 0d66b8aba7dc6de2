import { isStoreUnavailable } from '../ports/index.ts'

/**
 * Handles items together; if that throws, one by one, so that an item that always fails does not keep the others. Then
 * the first error is thrown at the end. A store that is away is nothing about an item: its error is thrown at once.
 */
export async function changeEach<Item>(
  items: readonly Item[],
  change: (some: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  try {
    await change(items)
  } catch (error) {
    if (items.length === 1 || isStoreUnavailable(error)) throw error
    await eachApart(items, (item) => change([item]))
  }
}

/** Handles items one after another, also those after one that fails; then the first error is thrown. */
export async function eachApart<Item>(
  items: readonly Item[],
  handle: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await handle(item)
    } catch (error) {
      if (isStoreUnavailable(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
