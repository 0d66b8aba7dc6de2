/**
 * Formats a value so that equal values have the same text: keys are sorted, bigints are marked, maps and sets are listed,
 * and undefined properties are left out.
 */
export function show(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof Error) return `${value.name}(${value.message})`
  if (value instanceof Uint8Array) return `bytes[${[...value].join(' ')}]`
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`
  if (value instanceof Map) return `map{${pairs([...value.entries()])}}`
  if (value instanceof Set) return `set{${[...value].map(show).sort().join(', ')}}`
  if (typeof value === 'object' && value !== null) {
    return `{${pairs(Object.entries(value).filter(([, held]) => held !== undefined))}}`
  }
  return String(value)
}

const pairs = (entries: readonly (readonly [unknown, unknown])[]): string =>
  entries
    .map(([key, held]) => `${show(key)}: ${show(held)}`)
    .sort()
    .join(', ')

/** Always throws. For code that must not be reached. */
export function fail(message: string): never {
  throw new Error(message)
}

/** Throws unless both values are deeply equal. */
export function assertEqual(actual: unknown, expected: unknown, what = 'value'): void {
  const [shown, wanted] = [show(actual), show(expected)]
  if (shown !== wanted) fail(`${what} differs\n  actual:   ${shown}\n  expected: ${wanted}`)
}

/** Throws an error with `what` if `holds` is false. */
export function assertTrue(holds: boolean, what: string): asserts holds {
  if (!holds) fail(what)
}

/** Returns the value. Throws if it is null or undefined. */
export function present<T>(value: T | null | undefined, what = 'value'): T {
  if (value === null || value === undefined) fail(`${what} is missing`)
  return value
}

/** Returns the error with which the work rejects (or which it throws). Throws if it succeeds. */
export async function rejection(work: () => Promise<unknown>, what = 'work'): Promise<unknown> {
  try {
    await work()
  } catch (cause) {
    return cause
  }
  fail(`${what} should have been rejected`)
}
