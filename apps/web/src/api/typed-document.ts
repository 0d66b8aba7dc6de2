/** The text of an operation, with the types of its result and variables. */
export type { TypedDocumentString as TypedDocument } from './generated/operations.ts'
