/** The result of a rule: a value, or a refusal, which is a value too. Bugs throw; refusals never do. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** A success with its value. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

/** A refusal with its reason. Nothing is thrown. */
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })
