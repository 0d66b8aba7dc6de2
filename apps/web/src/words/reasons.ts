import type { ApiRefusal } from '../api/api-refusal.ts'

/** Codes with several reasons. */
const WITH_REASONS: ReadonlySet<string> = new Set(['BAD_USER_INPUT', 'CONFLICT'])

let words: ((refusal: ApiRefusal) => string | undefined) | undefined
let loading: Promise<void> | undefined

/**
 * Loads the messages for reasons, if this refusal needs them. Without them, for example without a network, the server's own
 * sentence is shown.
 */
export function loadReasons({ code }: ApiRefusal): Promise<void> | undefined {
  if (!WITH_REASONS.has(code)) return undefined
  loading ??= import('./reason-words.ts').then(
    ({ reasonWords }) => {
      words = reasonWords
    },
    () => {},
  )
  return loading
}

export const wordsForReason = (refusal: ApiRefusal): string | undefined =>
  WITH_REASONS.has(refusal.code) ? words?.(refusal) : undefined
