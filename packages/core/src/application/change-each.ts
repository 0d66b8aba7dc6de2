import { isStoreUnavailable } from '../ports/index.ts'

/**
 * Handles items together. If that throws, handles them one by one, so that an item that always fails does not block the
 * others, and throws the first error at the end. If the store is unavailable, throws immediately, because no item is the
 * cause.
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

/** Handles items one after another, continuing after a failure. Throws the first error at the end. */
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
