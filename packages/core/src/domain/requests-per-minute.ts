import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

/** Parses a limit of requests per minute: a whole number of at least 1, or null for no limit. */
export const parseRequestsPerMinute = (given: number | null): Result<number | null, Refusal> =>
  given === null || (Number.isSafeInteger(given) && given >= 1)
    ? ok(given)
    : err(
        badInput('requestsPerMinute', 'TOO_SMALL', 'requestsPerMinute must be a whole number of at least 1', {
          least: 1,
        }),
      )
