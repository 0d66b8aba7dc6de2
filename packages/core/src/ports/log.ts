import type { Json } from '../domain/json.ts'

type Fields = { readonly [key: string]: Json | undefined }

/** Where the service tells its operators what happens. Never secrets, never whole requests. */
export interface Log {
  debug(message: string, fields?: Fields): void
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  /** Something is wrong that a person should look at. */
  error(message: string, fields?: Fields, cause?: unknown): void
}
