import { z } from 'zod'
import { IMAGE_WIDTHS } from '../files/images.ts'

/** A public HTTP route, for the reference and the OpenAPI document, which contains schemas with an `id` once. */
export interface DescribedRoute {
  readonly method: 'GET' | 'POST'
  /** The path in Fastify's syntax. */
  readonly path: string
  readonly area: string
  readonly summary: string
  /** Whether a credential must be sent, may be sent, or is ignored. */
  readonly credential: 'required' | 'optional' | 'none'
  /** The JSON body of a POST. */
  readonly body?: z.ZodType
  readonly answers: Readonly<Record<number, DescribedAnswer>>
}

interface DescribedAnswer {
  readonly meaning: string
  /** The media type, if the body is not JSON. */
  readonly type?: string
  readonly schema?: z.ZodType
  /** Another media type of the same body, for clients that accept it. */
  readonly alsoType?: string
}

/** The JSON Schema of a body. A request body may have additional fields, which the server ignores. */
export function jsonSchemaOf(schema: z.ZodType, whose: 'sent' | 'answered') {
  const { $schema: _name, ...rest } = z.toJSONSchema(schema, { io: whose === 'sent' ? 'input' : 'output' })
  return rest
}

export const isoTime = z.iso.datetime()
const txHash = z.strictObject({ txHash: z.string() }).meta({ id: 'TransactionHash' })
export const clockAnswer = z.strictObject({ now: z.int() }).meta({ id: 'Clock' })

const errorFields = {
  code: z.string().describe('The error code: see codes.md.'),
  reason: z.string().optional().describe('Why, if the code has several reasons: see codes.md.'),
  retryable: z.boolean(),
  requestId: z.string(),
  field: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
}
const errorBody = z
  .strictObject({ error: z.string().describe('One sentence for people.'), ...errorFields })
  .meta({ id: 'Refusal', description: 'A refusal outside GraphQL.' })

export const refusal = (meaning: string): DescribedAnswer => ({ meaning, schema: errorBody })
export const UNAUTHENTICATED = refusal('The credential is missing or wrong.')
const WRONG_ORIGIN = refusal('The publishable key is not for pages of this origin.')
export const NO_PUBLISHABLE_KEY = refusal('The credential is a publishable key.')
export const TOO_OFTEN = refusal('A limit was reached; see Retry-After.')
export const NOT_FOUND = refusal('It does not exist, or the caller may not see it.')
export const BAD_INPUT = refusal('A field is missing or invalid; `field` names it.')
const TOO_LARGE = 'The body is too large.'
const NOT_JSON = 'The body is not `application/json` in UTF-8, or it is compressed.'
export const BODY_REFUSALS = { 413: refusal(TOO_LARGE), 415: refusal(NOT_JSON) }
export const LATER = refusal('A dependency cannot be reached; retry after Retry-After.')
const PAGE: DescribedAnswer = { meaning: 'A web page.', type: 'text/html' }
/** The refusals of routes that count the requests of a network address, and accept a credential. */
export const PUBLIC_REFUSALS = { 401: UNAUTHENTICATED, 403: WRONG_ORIGIN, 429: TOO_OFTEN }

export const userAnswer = z.strictObject({
  id: z.string(),
  username: z.string(),
  displayName: z.string().nullable(),
  email: z.string().nullable(),
  bio: z.string().nullable(),
  avatar: z.string().nullable(),
  identityProviderId: z.string(),
  walletAddress: z.string().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
})

export const rotatedKey = z
  .strictObject({
    success: z.boolean(),
    newPublicKey: z.string().nullable(),
    newPrivateKey: z.string().nullable(),
    transactionDigest: z.string().nullable(),
    error: z
      .string()
      .nullable()
      .describe('The reason if `success` is false; the key and the digest are then null.'),
    code: z.string().optional().describe('With status 429: the error code.'),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('With status 429: which limit was reached.'),
  })
  .meta({ id: 'RotatedKey' })
export const notRotated = (meaning: string): DescribedAnswer => ({ meaning, schema: rotatedKey })
export const BODY_NOT_ROTATED = { 413: notRotated(TOO_LARGE), 415: notRotated(NOT_JSON) }

export const healthAnswer = z
  .strictObject({
    status: z.enum(['ready', 'not ready', 'draining']),
    store: z.enum(['ok', 'unreachable']).optional(),
    chain: z.enum(['ok', 'unreachable']).optional(),
    masterKey: z.string().optional(),
    clock: z.string().optional(),
    chainBreaker: z.strictObject({ state: z.string(), since: isoTime }).optional(),
  })
  .meta({ id: 'Health' })

const graphqlError = z
  .strictObject({
    message: z.string().describe('One sentence for people.'),
    locations: z.array(z.strictObject({ line: z.int(), column: z.int() })),
    path: z
      .array(z.union([z.string(), z.int()]))
      .describe('The field; empty if the request was not executed.'),
    extensions: z.strictObject({
      ...errorFields,
      retryAfterMs: z.int().optional().describe('When a retry may succeed, if it is known.'),
    }),
  })
  .meta({ id: 'GraphqlError' })
const graphqlAnswer = z
  .strictObject({
    data: z.record(z.string(), z.unknown()).nullable(),
    errors: z.array(graphqlError).optional(),
  })
  .meta({ id: 'GraphqlAnswer' })
export const graphqlResult = (meaning: string): DescribedAnswer => ({
  meaning,
  schema: graphqlAnswer,
  alsoType: 'application/graphql-response+json',
})
export const GRAPHQL_REFUSALS = {
  401: graphqlResult('The credential is missing or wrong.'),
  403: graphqlResult('The publishable key is not for pages of this origin.'),
  429: graphqlResult('A limit was reached; see Retry-After.'),
  500: graphqlResult('An internal error.'),
  503: graphqlResult('The server is overloaded, or its store cannot be reached; see Retry-After.'),
}
export const graphqlRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullable().optional(),
  operationName: z.string().nullable().optional(),
})

/** Amounts and numbers are decimal strings, or integers that JSON represents exactly. */
export const numeral = z.union([z.string(), z.int()])
export const fakeChainRoute = (
  act: string,
  summary: string,
  body: z.ZodType,
  schema: z.ZodType = txHash,
): DescribedRoute => ({
  method: 'POST',
  path: `/fake-chain/${act}`,
  area: 'The fake chain',
  summary: `${summary} With CHAIN=fake only.`,
  credential: 'none',
  body,
  answers: {
    200: { meaning: 'Done.', schema },
    400: BAD_INPUT,
    ...BODY_REFUSALS,
    422: refusal('The transaction was recorded as failed; `details.abort` says why.'),
    503: LATER,
  },
})

export const fileRoute = (path: string): DescribedRoute => ({
  method: 'GET',
  path,
  area: 'Uploads',
  summary: `An uploaded file. The part after the id is its name. Supports Range and If-None-Match. For an image, \`?width=\` gives it as WebP, at most that many pixels wide and without metadata. Widths: ${IMAGE_WIDTHS.join(', ')}.`,
  credential: 'none',
  answers: {
    200: { meaning: 'The whole file.', type: 'application/octet-stream' },
    206: { meaning: 'The requested range.', type: 'application/octet-stream' },
    304: { meaning: 'Not modified.' },
    400: {
      ...BAD_INPUT,
      meaning: 'Not one of the widths, not an image, or an image with more than 40,000,000 pixels.',
    },
    404: NOT_FOUND,
    416: { meaning: 'The range does not exist.' },
    429: TOO_OFTEN,
    503: refusal(
      'A dependency cannot be reached, or too many images are being resized; retry after Retry-After.',
    ),
  },
})

export const webRoute = (
  path: string,
  summary: string,
  { credential = 'none', answers }: Pick<DescribedRoute, 'answers'> & Partial<DescribedRoute>,
): DescribedRoute => ({
  method: 'GET',
  path,
  area: 'Web pages',
  summary: `${summary} With WEB=1 only.`,
  credential,
  answers,
})

const NOT_BUILT: DescribedAnswer = {
  meaning: 'A web page that says that the pages are not built, or a refusal: a dependency cannot be reached.',
  type: 'text/html',
}

export const dashboardRoute = (path: string, summary: string): DescribedRoute =>
  webRoute(path, summary, {
    credential: 'optional',
    answers: { 200: PAGE, ...PUBLIC_REFUSALS, 503: NOT_BUILT },
  })

export const pageRoute = (path: string, summary: string): DescribedRoute =>
  webRoute(path, summary, {
    credential: 'optional',
    answers: {
      200: PAGE,
      404: {
        ...PAGE,
        meaning: 'A web page that says that it does not exist, or that the caller may not see it.',
      },
      ...PUBLIC_REFUSALS,
      503: NOT_BUILT,
    },
  })

export const cardRoute = (path: string, summary: string): DescribedRoute =>
  webRoute(`${path}/card.png`, `${summary} Supports If-None-Match.`, {
    credential: 'optional',
    answers: {
      200: { meaning: 'The picture.', type: 'image/png' },
      304: { meaning: 'Not modified.' },
      404: NOT_FOUND,
      ...PUBLIC_REFUSALS,
      503: refusal(
        'A dependency cannot be reached, or too many pictures are being drawn; retry after Retry-After.',
      ),
    },
  })
