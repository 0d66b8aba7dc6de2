import type { z } from 'zod'

/** One environment variable: how it is parsed and what the documentation says about it. */
export interface Setting<Value> {
  readonly name: string
  /** The default, as an operator would write it. Null if there is no default. */
  readonly default: string | null
  /** The default for the documentation, if it depends on other settings. */
  readonly defaultText?: string
  /** What the value must be. Error messages put it after "must be". */
  readonly expects: string
  readonly meaning: string
  /** Whether the value must not appear in error messages. */
  readonly isSecret?: boolean
  readonly schema: z.ZodType<Value, string>
}

/** Infers the exact type of a setting that is written as a plain object. */
export const setting = <Value, const Given extends Setting<Value>>(given: Given & Setting<Value>): Given =>
  given
