import { inPlainWords } from '../words/refusal.ts'
import { ApiRefusal } from './api-refusal.ts'

/** The server's error for this input field. Undefined if the error is not about it. */
export const fieldError = (error: unknown, field: string): string | undefined =>
  error instanceof ApiRefusal && error.field === field ? capitalised(inPlainWords(error)) : undefined

/** The error. Null if it is about one of these fields, which show their own errors. */
export const errorOutsideFields = (error: unknown, fields: readonly string[]): unknown =>
  error instanceof ApiRefusal && error.field !== undefined && fields.includes(error.field) ? null : error

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
