/** What a rule answers: a value, or a refusal that is a value too. Bugs throw; refusals never do. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** What went well, with its value. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

/** What was refused, with the reason. Nothing is thrown. */
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })
