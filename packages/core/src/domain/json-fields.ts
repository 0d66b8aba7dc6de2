/** An object of JSON that somebody else wrote: nothing is known of its fields. */
export type JsonFields = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
