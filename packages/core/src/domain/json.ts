/** A JSON value, as metadata, event data and error details hold it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json }

/** A parsed JSON object whose fields are not checked yet. */
export type JsonFields = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
