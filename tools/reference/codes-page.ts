import {
  CONFLICT_REASONS,
  INPUT_REASONS,
  isRetryable,
  REFUSAL_MEANINGS,
  type RefusalKind,
} from '@dropkit/core'
import { GraphQLError } from 'graphql'
import { httpRefusalOf } from '../../apps/server/src/routes/http-refusal.ts'
import { REQUEST_CODE_MEANINGS } from '../../packages/adapter-graphql/src/errors/error-code.ts'
import { reportExecutionErrors } from '../../packages/adapter-graphql/src/errors/error-report.ts'
import { refusalError } from '../../packages/adapter-graphql/src/errors/refusal-error.ts'
import {
  keyInProgress,
  keyReused,
  rateLimited,
  tooComplex,
} from '../../packages/adapter-graphql/src/errors/request-error.ts'
import { statusOf } from '../../packages/adapter-graphql/src/http/answer.ts'
import { LIMITS } from '../../packages/adapter-graphql/src/limits/limits.ts'
import { CLOSE, CLOSE_MEANINGS } from '../../packages/adapter-graphql/src/websocket/socket-settings.ts'
import { code, heading, json, link, type Page, parts, prose, table } from './markdown.ts'
import { REFUSAL_EXAMPLES } from './refusal-examples.ts'

type RequestCode = keyof typeof REQUEST_CODE_MEANINGS

const RATE = {
  message: 'This credential is limited to 60000 requests per minute',
  limit: 'requestsPerMinute',
  value: 60_000,
  asked: 1,
  retryAfterMs: 850,
}

const REQUEST_ERRORS: { readonly [Code in RequestCode]: GraphQLError } = {
  QUERY_TOO_COMPLEX: tooComplex(`The answer could contain 40200 objects; the limit is ${LIMITS.queryCost}`, {
    limit: 'queryCost',
    value: LIMITS.queryCost,
    asked: 40_200,
  }),
  RATE_LIMITED: rateLimited(RATE),
  IDEMPOTENCY_KEY_REUSED: keyReused(),
  IDEMPOTENCY_IN_PROGRESS: keyInProgress(500),
  INTERNAL: inside(),
}

/** An internal error as a client sees it. */
function inside(): GraphQLError {
  const fault = new GraphQLError('', { originalError: new Error('a part outside has failed') })
  const log = { error: () => {}, warn: () => {}, info: () => {} }
  const reporting = { requestId: '', log } as unknown as Parameters<typeof reportExecutionErrors>[1]
  const [shown] = reportExecutionErrors([fault], reporting)
  const { requestId: _none, ...extensions } = shown?.extensions ?? {}
  return new GraphQLError(shown?.message ?? '', { extensions })
}

const kinds = Object.keys(REFUSAL_MEANINGS) as RefusalKind[]
/** Without RATE_LIMITED, which is also a refusal. Its section describes both. */
const requestCodes = (Object.keys(REQUEST_CODE_MEANINGS) as RequestCode[]).filter(
  (name) => !(name.toLowerCase() in REFUSAL_MEANINGS),
)

export const codesPage: Page = {
  file: 'codes.md',
  title: 'Error codes',
  about: 'All error codes, and what to do about them.',
  text: () =>
    parts(
      `Each element of ${code('errors')} has a message for people and ${code('extensions')} for programs: ${code('code')}, ${code('retryable')} (whether the same request may succeed later), ${code('requestId')} (the same as in the log), and if applicable ${code('reason')} (why, if the code has several [reasons](#reasons)), ${code('field')} (the invalid part of the request), ${code('retryAfterMs')} and ${code('details')}. Amounts in ${code('details')} are decimal strings, times are ISO 8601. ${link('claimRandomDrop', 'operations.md#mutation-claimrandomdrop')} returns the same codes in its result.`,
      'An executed request has status 200, even with errors, unless all of it was OVERLOADED. A request that was not executed has the status in the third column. If that column is empty, the status is 200 for clients that accept `application/json`, and 400 for clients that accept `application/graphql-response+json` or send an invalid request. The other HTTP routes answer `{"error", "code", "retryable", "requestId"}` with the status in the last column.',
      table(
        ['Code', 'Retryable', 'GraphQL', 'Other routes'],
        [...kinds.map(rowOfKind), ...requestCodes.map(rowOfRequest)],
      ),
      heading(2, 'Refusals by the rules'),
      ...kinds.map((kind) => section(kind, meaningOf(kind), refusalError(REFUSAL_EXAMPLES[kind]))),
      heading(2, 'Reasons'),
      ...[['BAD_USER_INPUT', INPUT_REASONS] as const, ['CONFLICT', CONFLICT_REASONS] as const].map(
        ([name, reasons]) =>
          parts(
            `Reasons of ${code(name)}, with the names of their values in ${code('details')}:`,
            table(
              ['Reason', 'Meaning'],
              Object.entries(reasons).map(([reason, meaning]) => [code(reason), prose(meaning)]),
            ),
          ),
      ),
      heading(2, 'Errors of the request itself'),
      ...requestCodes.map((name) => section(name, REQUEST_CODE_MEANINGS[name], REQUEST_ERRORS[name])),
      heading(2, 'WebSocket close codes'),
      table(
        ['Close code', 'Meaning'],
        Object.entries(CLOSE_MEANINGS).map(([name, meaning]) => [
          code(String(CLOSE[name as keyof typeof CLOSE])),
          prose(meaning),
        ]),
      ),
    ),
}

/** Codes whose `retryable` value depends on the case. */
const VARYING: readonly RequestCode[] = ['RATE_LIMITED', 'INTERNAL']

/** The meaning of a refusal. If the request itself can also cause the code, both meanings. */
const meaningOf = (kind: RefusalKind): string =>
  kind === 'rate_limited'
    ? `${REFUSAL_MEANINGS[kind]} Or: ${REQUEST_CODE_MEANINGS.RATE_LIMITED}`
    : REFUSAL_MEANINGS[kind]

const again = (retryable: boolean): string => (retryable ? 'yes' : 'no')

function rowOfKind(kind: RefusalKind): readonly string[] {
  const refusal = REFUSAL_EXAMPLES[kind]
  const name = kind.toUpperCase()
  // A missing credential is refused before the request is parsed.
  const status = kind === 'unauthenticated' ? '401' : statusOfCode(name)
  return [
    link(code(name), `#${kind}`),
    VARYING.some((varying) => varying === name) ? 'mostly' : again(isRetryable(refusal)),
    status,
    String(httpRefusalOf(refusal).status),
  ]
}

function rowOfRequest(name: RequestCode): readonly string[] {
  const { extensions } = REQUEST_ERRORS[name]
  const elsewhere: Partial<Record<RequestCode, number>> = {
    INTERNAL: 500,
  }
  return [
    link(code(name), `#${name.toLowerCase()}`),
    VARYING.includes(name) ? 'mostly' : again(extensions['retryable'] === true),
    statusOfCode(name),
    String(elsewhere[name] ?? ''),
  ]
}

const statusOfCode = (name: string): string =>
  String(statusOf([{ extensions: { code: name, requestId: '' } }]) ?? '')

function section(name: string, meaning: string, { message, extensions }: GraphQLError): string {
  return parts(heading(3, code(name.toUpperCase())), prose(meaning), json({ message, extensions }))
}
