import type { Log } from '@dropkit/core'
import { GraphQLError } from 'graphql'
import { coercionFault } from './coercion-fault.ts'

/** One element of `errors`, as it is sent. */
export interface ReportedError {
  readonly message: string
  readonly locations: readonly { readonly line: number; readonly column: number }[]
  readonly path: readonly (string | number)[]
  readonly extensions: { readonly code: string; readonly requestId: string; readonly [key: string]: unknown }
}

export interface Reporting {
  readonly requestId: string
  readonly log: Log
}

/** Says what is wrong with a request that was not executed: it does not parse, validate or coerce, or asks too much. */
export function reportRequestErrors(
  errors: readonly unknown[],
  reporting: Reporting,
): readonly ReportedError[] {
  return errors.map((error) => {
    if (!(error instanceof GraphQLError)) return reportFault(error, undefined, reporting)
    if (isOurs(error)) return reported(error, error.message, { ...error.extensions }, reporting)
    const { message, field } = coercionFault(error.message)
    const extensions = { code: 'BAD_USER_INPUT', retryable: false, ...(field ? { field } : {}) }
    return reported(error, message, extensions, reporting)
  })
}

/** Says what went wrong while an operation was executed. What is not ours is logged, and shows nothing of its inside. */
export function reportExecutionErrors(
  errors: readonly GraphQLError[],
  reporting: Reporting,
): readonly ReportedError[] {
  return errors.map((error) => {
    const cause = error.originalError ?? error
    if (cause instanceof GraphQLError && isOurs(cause)) {
      return reported(error, error.message, { ...cause.extensions }, reporting)
    }
    // graphql-js finds some faulty arguments only when it runs: a null variable where a default made null impossible.
    if (error.originalError === undefined && error.message.startsWith('Argument "')) {
      return reported(error, error.message, { code: 'BAD_USER_INPUT', retryable: false }, reporting)
    }
    return reportFault(cause, error, reporting)
  })
}

/** Reports what nobody foresaw: to the log with all it has, to the caller with the request's id alone. */
export function reportFault(
  cause: unknown,
  error: GraphQLError | undefined,
  reporting: Reporting,
): ReportedError {
  const { requestId, log } = reporting
  log.error('a request failed unexpectedly', { requestId, path: error?.path?.join('.') }, cause)
  return reported(error, 'Internal error', { code: 'INTERNAL', retryable: !isBug(cause) }, reporting)
}

/** Whether the service itself is wrong. Anything else that throws is a part outside that failed and may recover. */
function isBug(cause: unknown): boolean {
  if (cause instanceof GraphQLError || !(cause instanceof Error)) return true
  const isProgrammingError =
    cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError
  return isProgrammingError || /^(?:invariant broken|unreachable): /.test(cause.message)
}

const isOurs = (error: GraphQLError): boolean => typeof error.extensions['code'] === 'string'

function reported(
  error: GraphQLError | undefined,
  message: string,
  extensions: { readonly [key: string]: unknown },
  { requestId }: Reporting,
): ReportedError {
  return {
    message,
    locations: error?.locations ?? [],
    path: error?.path ?? [],
    extensions: { code: 'INTERNAL', ...extensions, requestId },
  }
}
