import type { Json } from '../domain/json.ts'

type Fields = { readonly [key: string]: Json | undefined }

/** The log for operators. Never contains secrets or whole requests. */
export interface Log {
  debug(message: string, fields?: Fields): void
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  /** An error that a person should look at. */
  error(message: string, fields?: Fields, cause?: unknown): void
}
