import type { z } from 'zod'

/** One environment variable: how it is read, and what the documentation says of it. */
export interface Setting<Value> {
  readonly name: string
  /** What holds when it is not set, as it would be written; null when there is nothing then. */
  readonly default: string | null
  /** For the documentation, where the default depends on other settings. */
  readonly defaultText?: string
  /** What the value must be; follows "must be" in the message about a fault. */
  readonly expects: string
  readonly meaning: string
  /** Whether a fault's message must not repeat the value. */
  readonly isSecret?: boolean
  readonly schema: z.ZodType<Value, string>
}

/** Gives the setting its exact type while it is written as a plain object. */
export const setting = <Value, const Given extends Setting<Value>>(given: Given & Setting<Value>): Given =>
  given
