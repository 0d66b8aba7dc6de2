import type { Json } from '@dropkit/core'

/** A value of the scalar JSON, as an answer holds it. */
export type SentJson = Json | JsonText | { readonly [key: string]: Json | JsonText }

/**
 * A value that is stored as JSON and is sent as it is. Parsed, 64 kB of it can take a megabyte. Only an answer that is small is
 * written from the parsed value.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Called by `JSON.stringify`. */
  toJSON(): Json {
    return JSON.parse(this.text)
  }
}
