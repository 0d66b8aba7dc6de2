/** An operation's text, which knows its result and its variables. */
export type { TypedDocumentString as TypedDocument } from './generated/operations.ts'
