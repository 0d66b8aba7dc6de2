import { isStoreUnavailable, type Log } from '@dropkit/core'
import { BudgetExceeded } from '@dropkit/core/internal'
import { GraphQLError } from 'graphql'
import type { ApiWatch } from '../context.ts'
import { type ErrorExtensions, tooComplex } from './request-error.ts'

/** One element of `errors`, as sent. */
export interface ReportedError {
  readonly message: string
  readonly locations: readonly { readonly line: number; readonly column: number }[]
  readonly path: readonly (string | number)[]
  readonly extensions: { readonly code: string; readonly requestId: string; readonly [key: string]: unknown }
}

export interface Reporting {
  readonly requestId: string
  readonly log: Log
  readonly watch?: ApiWatch | undefined
}

/** Reports why a request was not executed: it does not parse, validate or coerce, or exceeds a limit. */
export function reportRequestErrors(
  errors: readonly unknown[],
  reporting: Reporting,
): readonly ReportedError[] {
  return errors.map((error) => {
    if (!(error instanceof GraphQLError)) return reportError(error, undefined, reporting)
    return reported(error, isOurs(error) ? error.extensions : BAD_USER_INPUT, reporting)
  })
}

/** Reports errors from the execution of an operation. Unexpected errors are logged, and their details are not sent. */
export function reportExecutionErrors(
  errors: readonly GraphQLError[],
  reporting: Reporting,
): readonly ReportedError[] {
  const logged = new Set<unknown>()
  return errors.map((error) => {
    const cause = error.originalError ?? error
    if (cause instanceof GraphQLError && isOurs(cause)) return reported(error, cause.extensions, reporting)
    if (cause instanceof BudgetExceeded)
      return reported(error, tooComplex(cause.message, cause).extensions, reporting)
    // Some invalid arguments are found only during execution: for example, a null variable for an argument with a default.
    if (cause instanceof GraphQLError && cause.message.startsWith('Argument "')) {
      return reported(error, BAD_USER_INPUT, reporting)
    }
    // The same error may occur in many rows.
    const isKnown = logged.has(cause)
    logged.add(cause)
    return reportError(cause, error, reporting, isKnown)
  })
}

/**
 * Reports an unexpected error: everything to the log, and only the request id to the caller. `located` is the error that
 * GraphQL made of it, with its place in the document.
 */
function reportError(
  cause: unknown,
  located: GraphQLError | undefined,
  reporting: Reporting,
  isKnown = false,
): ReportedError {
  const { requestId, log } = reporting
  const path = located?.path?.join('.')
  const { locations = [], path: place = [] } = located ?? {}
  if (isStoreUnavailable(cause) && cause.retryable) {
    if (!isKnown) log.warn('a request could not reach the store', { requestId, path, reason: cause.message })
    return reported({ message: STORE_IS_AWAY, locations, path: place }, AWAY, reporting)
  }
  if (isAway(cause)) return reported({ message: cause.message, locations, path: place }, AWAY, reporting)
  if (!isKnown) log.error('a request failed unexpectedly', { requestId, path }, cause)
  const shown = { message: 'Internal error', locations, path: place }
  return reported(shown, { code: 'INTERNAL', retryable: !isBug(cause) } satisfies ErrorExtensions, reporting)
}

/** Too many requests wait for a connection, or the store cannot be reached. */
const STORE_IS_AWAY = 'The store cannot be reached in time; try again shortly'
const AWAY: ErrorExtensions = { code: 'OVERLOADED', retryable: true, retryAfterMs: 1_000 }

/** Whether something that the service needs is away for now: an error with the status 503, which is safe to show. */
const isAway = (cause: unknown): cause is Error =>
  cause instanceof Error && 'statusCode' in cause && cause.statusCode === 503

/** Whether the error is a bug of the service. Any other error comes from an external part that failed and may recover. */
function isBug(cause: unknown): boolean {
  if (cause instanceof GraphQLError || !(cause instanceof Error)) return true
  const isProgrammingError =
    cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError
  return isProgrammingError || /^(?:invariant broken|unreachable): /.test(cause.message)
}

/** Errors that the engine creates have no extensions, although the type says otherwise. */
const isOurs = ({ extensions }: { readonly extensions?: GraphQLError['extensions'] }): boolean =>
  typeof extensions?.['code'] === 'string'

const BAD_USER_INPUT: ErrorExtensions = { code: 'BAD_USER_INPUT', retryable: false }

/** Messages repeat input, which may have any length. */
const MAX_MESSAGE_LENGTH = 500

const shortened = (message: string): string =>
  message.length <= MAX_MESSAGE_LENGTH ? message : `${message.slice(0, MAX_MESSAGE_LENGTH)}…`

function reported(
  { message, locations, path }: Pick<GraphQLError, 'message' | 'locations' | 'path'>,
  extensions: { readonly [key: string]: unknown },
  { requestId, watch }: Reporting,
): ReportedError {
  const code = typeof extensions['code'] === 'string' ? extensions['code'] : 'INTERNAL'
  watch?.errorSent(code)
  return {
    message: shortened(message),
    locations: locations ?? [],
    path: path ?? [],
    extensions: { ...extensions, code, requestId },
  }
}
