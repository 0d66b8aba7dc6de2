import {
  CONFLICT_REASONS,
  INPUT_REASONS,
  isRetryable,
  REFUSAL_MEANINGS,
  type Refusal,
  type RefusalKind,
} from '@dropkit/core'
import { GraphQLError } from 'graphql'
import { httpRefusalOf } from '../../apps/server/src/routes/http-refusal.ts'
import { reportExecutionErrors } from '../../packages/adapter-graphql/src/errors/error-report.ts'
import { refusalError } from '../../packages/adapter-graphql/src/errors/refusal-error.ts'
import {
  keyInProgress,
  keyReused,
  REQUEST_CODE_MEANINGS,
  rateLimited,
  tooComplex,
} from '../../packages/adapter-graphql/src/errors/request-error.ts'
import { statusOf } from '../../packages/adapter-graphql/src/http/answer.ts'
import { LIMITS } from '../../packages/adapter-graphql/src/limits/limits.ts'
import { CLOSE, CLOSE_MEANINGS } from '../../packages/adapter-graphql/src/websocket/open-socket.ts'
import {
  CLAIM,
  code,
  heading,
  json,
  link,
  type Page,
  parts,
  prose,
  SAMPLE_AT,
  TX_HASH,
  table,
  WALLET,
} from './markdown.ts'

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
  const error = new GraphQLError('', { originalError: new Error('a part outside has failed') })
  const log = { error: () => {}, warn: () => {}, info: () => {} }
  const reporting = { requestId: '', log } as unknown as Parameters<typeof reportExecutionErrors>[1]
  const [shown] = reportExecutionErrors([error], reporting)
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

type Unbranded<Value> = Value extends string ? string : Value extends bigint ? bigint : Value
type Brandless<T> = { readonly [Field in keyof T]: Unbranded<T[Field]> }

/** An example of each kind of refusal, with all its optional fields. */
const EXAMPLES: {
  readonly [Kind in RefusalKind]: Brandless<Extract<Refusal, { kind: Kind }>> & { readonly kind: Kind }
} = {
  unauthenticated: { kind: 'unauthenticated' },
  forbidden: { kind: 'forbidden' },
  not_found: { kind: 'not_found', what: 'Drop' },
  bad_user_input: {
    kind: 'bad_user_input',
    reason: 'OUT_OF_RANGE',
    field: 'limit',
    message: 'limit must be 1 to 200, it is 0',
    details: { least: 1, most: 200 },
  },
  conflict: {
    kind: 'conflict',
    reason: 'TAKEN',
    field: 'shortcode',
    message: 'The shortcode pepper is taken',
  },
  invalid_transition: { kind: 'invalid_transition', from: 'CANCELLED', to: 'ACTIVE' },
  overloaded: {
    kind: 'overloaded',
    retryAfterMs: 1_500,
    message: 'Too many claims are waiting (20000); try again shortly',
    details: { limit: 'waiting claims', waiting: 20_000, waitMs: 1_500 },
  },
  rate_limited: {
    kind: 'rate_limited',
    limit: 'dropsPerUserDay',
    value: 1_000n,
    used: 1_000n,
    asked: 1n,
    unit: 'drops',
    window: 'day',
    resetsAt: SAMPLE_AT,
    retryAfterMs: 3_600_000,
  },
  payload_too_large: {
    kind: 'payload_too_large',
    field: 'file',
    limitBytes: 10_485_760,
    actualBytes: 12_000_000,
  },
  drop_not_started: { kind: 'drop_not_started', startsAt: SAMPLE_AT },
  drop_not_active: { kind: 'drop_not_active', status: 'PAUSED' },
  drop_ended: { kind: 'drop_ended' },
  drop_sold_out: { kind: 'drop_sold_out', free: 40n },
  drop_not_ready: { kind: 'drop_not_ready', waitingFor: 'its vault does not hold enough' },
  wrong_operation: { kind: 'wrong_operation', use: 'claimRandomDrop' },
  already_claimed: { kind: 'already_claimed', claimId: CLAIM, userAddress: WALLET },
  claim_limit_reached: { kind: 'claim_limit_reached', limit: 3, claimCount: 2, heldItems: 1 },
  claim_cooldown: { kind: 'claim_cooldown', nextClaimAt: SAMPLE_AT, claimId: CLAIM },
  not_eligible: {
    kind: 'not_eligible',
    reason: 'Hold 1000 PEPPER',
    missingRequirements: ['Hold 1000 PEPPER'],
    checks: [
      {
        rule: { key: 'token_balance', operator: '>=', value: '1000', description: 'Hold 1000 PEPPER' },
        verdict: 'fail',
        needed: '>= 1000',
        facts: [{ source: 'balance', subject: '', value: 20n, at: SAMPLE_AT }],
      },
    ],
  },
  eligibility_unknown: { kind: 'eligibility_unknown', reason: 'Hold 1000 PEPPER' },
  not_admitted: { kind: 'not_admitted', entryState: { state: 'WAITING', place: 12 } },
  entries_closed: { kind: 'entries_closed', closedAt: SAMPLE_AT },
  link_required: { kind: 'link_required' },
  link_used: { kind: 'link_used' },
  link_revoked: { kind: 'link_revoked' },
  link_expired: { kind: 'link_expired', expiredAt: SAMPLE_AT },
  link_signature_invalid: { kind: 'link_signature_invalid' },
  human_check_required: { kind: 'human_check_required', check: 'PROOF_OF_WORK' },
  human_check_failed: { kind: 'human_check_failed', reason: 'expired' },
  human_check_unavailable: { kind: 'human_check_unavailable', reason: 'Turnstile did not answer in 5 s' },
  payment_required: { kind: 'payment_required', priceAtomic: 1_500_000_000n, currency: 'SUI' },
  tx_not_found: { kind: 'tx_not_found', txHash: TX_HASH },
  tx_failed: { kind: 'tx_failed', txHash: TX_HASH, reason: 'the transaction ran out of gas' },
  tx_already_used: { kind: 'tx_already_used', txHash: TX_HASH },
  refund_exceeds_payment: { kind: 'refund_exceeds_payment', refundable: 500_000_000n },
  chain_unavailable: { kind: 'chain_unavailable', reason: 'the node did not answer in 5 s' },
}

// Ids and amounts get their branded types where they are parsed. Here they are only displayed.
const REFUSAL_EXAMPLES = EXAMPLES as unknown as { readonly [Kind in RefusalKind]: Refusal }
