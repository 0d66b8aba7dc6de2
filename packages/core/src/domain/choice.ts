import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

/** Checks that a value is a boolean. */
export const parseFlag = (field: string, flag: boolean): Result<boolean, Refusal> =>
  typeof flag === 'boolean' ? ok(flag) : err(badInput(field, 'WRONG_TYPE', `${field} must be true or false`))

/** Parses one of a few fixed words. Programs that embed the core can pass other values at run time. */
export const parseChoice =
  <Word extends string>(field: string, words: readonly Word[]) =>
  (word: Word): Result<Word, Refusal> =>
    words.includes(word)
      ? ok(word)
      : err(badInput(field, 'UNKNOWN_VALUE', `${field} must be one of ${words.join(', ')}`))
