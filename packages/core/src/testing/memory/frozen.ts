/**
 * A deep copy of plain data that nobody can change. What is stored is a copy of what was given, and what is handed out
 * cannot be changed by whoever gets it, so no two parts ever share a live object.
 */
export function frozen<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as T
  if (typeof value !== 'object' || value === null) return value
  const copy: { [key: string]: unknown } = {}
  for (const [key, held] of Object.entries(value)) {
    // Not an assignment: a key such as __proto__ is only a key.
    Object.defineProperty(copy, key, { value: frozen(held), enumerable: true })
  }
  return Object.freeze(copy) as T
}
