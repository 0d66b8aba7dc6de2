/**
 * Writes a value so that equal values read alike: keys sorted, bigints marked, maps and sets spelled out, properties
 * that are undefined left out.
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

/** Throws: this may not be reached. */
export function fail(message: string): never {
  throw new Error(message)
}

/** Throws unless both are the same value all the way down. */
export function assertEqual(actual: unknown, expected: unknown, what = 'value'): void {
  const [shown, wanted] = [show(actual), show(expected)]
  if (shown !== wanted) fail(`${what} differs\n  actual:   ${shown}\n  expected: ${wanted}`)
}

/** Throws where `holds` is false, and says `what`. */
export function assertTrue(holds: boolean, what: string): asserts holds {
  if (!holds) fail(what)
}

/** The value, which must be there. */
export function present<T>(value: T | null | undefined, what = 'value'): T {
  if (value === null || value === undefined) fail(`${what} is missing`)
  return value
}

/** Throws unless the work rejects (or throws); gives back what it was rejected with. */
export async function rejection(work: () => Promise<unknown>, what = 'work'): Promise<unknown> {
  try {
    await work()
  } catch (cause) {
    return cause
  }
  fail(`${what} should have been rejected`)
}
