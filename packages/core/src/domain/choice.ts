import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

/** Reads one of a few words; whoever embeds the core may hand on another one. */
export const parseChoice =
  <Word extends string>(field: string, words: readonly Word[]) =>
  (word: Word): Result<Word, Refusal> =>
    words.includes(word) ? ok(word) : err(badInput(field, `${field} must be one of ${words.join(', ')}`))
