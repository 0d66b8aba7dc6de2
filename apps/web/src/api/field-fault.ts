import { inPlainWords } from '../words/refusal.ts'
import { ApiRefusal } from './api-refusal.ts'

/** What the service says is wrong with one input field, for the input to show. */
export const faultOf = (fault: unknown, field: string): string | undefined =>
  fault instanceof ApiRefusal && fault.field === field ? capitalised(inPlainWords(fault)) : undefined

/** What is wrong beside the fields that show their own faults; null when there is nothing to say there. */
export const faultBeside = (fault: unknown, fields: readonly string[]): unknown =>
  fault instanceof ApiRefusal && fault.field !== undefined && fields.includes(fault.field) ? null : fault

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
