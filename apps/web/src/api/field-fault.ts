import { inPlainWords } from '../words/refusal.ts'
import { ApiRefusal } from './api-refusal.ts'

/** The server's error for this input field. Undefined if the error is not about it. */
export const faultOf = (fault: unknown, field: string): string | undefined =>
  fault instanceof ApiRefusal && fault.field === field ? capitalised(inPlainWords(fault)) : undefined

/** The error. Null if it is about one of these fields, which show their own errors. */
export const faultBeside = (fault: unknown, fields: readonly string[]): unknown =>
  fault instanceof ApiRefusal && fault.field !== undefined && fields.includes(fault.field) ? null : fault

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
