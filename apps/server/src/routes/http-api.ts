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

const time = z.iso.datetime()
const txHash = z.strictObject({ txHash: z.string() }).meta({ id: 'TransactionHash' })
const now = z.strictObject({ now: z.int() }).meta({ id: 'Clock' })

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

const refusal = (meaning: string): DescribedAnswer => ({ meaning, schema: errorBody })
const UNAUTHENTICATED = refusal('The credential is missing or wrong.')
const WRONG_ORIGIN = refusal('The publishable key is not for pages of this origin.')
const NO_PUBLISHABLE_KEY = refusal('The credential is a publishable key.')
const TOO_OFTEN = refusal('A limit was reached; see Retry-After.')
const NOT_FOUND = refusal('It does not exist, or the caller may not see it.')
const BAD_INPUT = refusal('A field is missing or invalid; `field` names it.')
const LATER = refusal('A dependency cannot be reached; retry after Retry-After.')
const PAGE: DescribedAnswer = { meaning: 'A web page.', type: 'text/html' }
/** The refusals of routes that count the requests of a network address, and accept a credential. */
const PUBLIC_REFUSALS = { 401: UNAUTHENTICATED, 403: WRONG_ORIGIN, 429: TOO_OFTEN }

const user = z.strictObject({
  id: z.string(),
  username: z.string(),
  displayName: z.string().nullable(),
  email: z.string().nullable(),
  bio: z.string().nullable(),
  avatar: z.string().nullable(),
  identityProviderId: z.string(),
  walletAddress: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
})

const rotated = z
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
const notRotated = (meaning: string): DescribedAnswer => ({ meaning, schema: rotated })

const health = z
  .strictObject({
    status: z.enum(['ready', 'not ready', 'draining']),
    store: z.enum(['ok', 'unreachable']).optional(),
    chain: z.enum(['ok', 'unreachable']).optional(),
    masterKey: z.string().optional(),
    clock: z.string().optional(),
    chainBreaker: z.strictObject({ state: z.string(), since: time }).optional(),
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
const graphql = (meaning: string): DescribedAnswer => ({
  meaning,
  schema: graphqlAnswer,
  alsoType: 'application/graphql-response+json',
})
const GRAPHQL_REFUSALS = {
  401: graphql('The credential is missing or wrong.'),
  403: graphql('The publishable key is not for pages of this origin.'),
  429: graphql('A limit was reached; see Retry-After.'),
  500: graphql('An internal error.'),
  503: graphql('The server is overloaded, or its store cannot be reached; see Retry-After.'),
}
const graphqlRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullable().optional(),
  operationName: z.string().nullable().optional(),
})

/** Amounts and numbers are decimal strings, or integers that JSON represents exactly. */
const numeral = z.union([z.string(), z.int()])
const fakeChain = (
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
    422: refusal('The transaction was recorded as failed; `details.abort` says why.'),
    503: LATER,
  },
})

const file = (path: string): DescribedRoute => ({
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

const webRoute = (
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

const dashboard = (path: string, summary: string): DescribedRoute =>
  webRoute(path, summary, {
    credential: 'optional',
    answers: { 200: PAGE, ...PUBLIC_REFUSALS, 503: NOT_BUILT },
  })

const page = (path: string, summary: string): DescribedRoute =>
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

const card = (path: string, summary: string): DescribedRoute =>
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

/** Every route that the server can have. A test compares it to the routes that a server registers. */
export const HTTP_API: readonly DescribedRoute[] = [
  {
    method: 'POST',
    path: '/graphql',
    area: 'GraphQL',
    summary:
      'One GraphQL operation: see operations.md. Subscriptions use WebSocket (graphql-transport-ws) at the same path.',
    credential: 'required',
    body: graphqlRequest,
    answers: {
      200: graphql('The result, with `errors` if fields were refused.'),
      400: graphql(
        'The body or the Idempotency-Key is invalid. For clients that accept `application/graphql-response+json`, also an invalid query.',
      ),
      ...GRAPHQL_REFUSALS,
      409: graphql('The first request with this Idempotency-Key is still running.'),
      413: graphql('The body or the query text is too large.'),
      415: graphql('The body is not `application/json`.'),
      422: graphql('The Idempotency-Key was sent before with another request.'),
    },
  },
  {
    method: 'GET',
    path: '/graphql',
    area: 'GraphQL',
    summary:
      'A query in the URL (`query`, `variables`, `operationName`), or the explorer for a browser. Methods other than GET and POST are answered 405.',
    credential: 'required',
    answers: {
      200: graphql('The result.'),
      400: graphql('The query is invalid.'),
      ...GRAPHQL_REFUSALS,
    },
  },
  {
    method: 'POST',
    path: '/auth/challenge',
    area: 'Signing in with a wallet',
    summary: 'A message for the wallet to sign.',
    credential: 'optional',
    body: z.object({ address: z.string() }),
    answers: {
      200: { meaning: 'The message.', schema: z.strictObject({ message: z.string() }) },
      400: BAD_INPUT,
      ...PUBLIC_REFUSALS,
      503: LATER,
    },
  },
  {
    method: 'POST',
    path: '/auth/verify',
    area: 'Signing in with a wallet',
    summary:
      "A session for the wallet's signature over a message that it was given. Send the message too: without it, only the newest messages for the address are tried.",
    credential: 'optional',
    body: z.object({ address: z.string(), signature: z.string(), message: z.string().optional() }),
    answers: {
      200: { meaning: 'The session.', schema: z.strictObject({ token: z.string(), expiresAt: time, user }) },
      400: BAD_INPUT,
      ...PUBLIC_REFUSALS,
      401: refusal('The credential or the signature is wrong, or the message was used or has expired.'),
      409: refusal('The wallet belongs to another user, or the API key has its own limit.'),
      503: LATER,
    },
  },
  {
    method: 'POST',
    path: '/auth/end',
    area: 'Signing in with a wallet',
    summary: 'Ends the session whose token is the credential.',
    credential: 'required',
    answers: {
      204: { meaning: 'The session has ended.' },
      401: UNAUTHENTICATED,
      403: NO_PUBLISHABLE_KEY,
      409: refusal('The credential is no session. Revoke an API key with `revokeApiKey`.'),
      429: TOO_OFTEN,
      503: LATER,
    },
  },
  {
    method: 'POST',
    path: '/auth/visit',
    area: 'Signing in with a wallet',
    summary: 'A new token for an anonymous visitor whose token expires. Only with WEB=1.',
    credential: 'optional',
    body: z.object({
      paymentIntentId: z
        .string()
        .nullable()
        .optional()
        .describe('`PaymentIntent.intentId` of a payment that the visitor may read and pay.'),
    }),
    answers: {
      200: { meaning: 'The token.', schema: z.strictObject({ token: z.string(), expiresAt: time }) },
      400: BAD_INPUT,
      404: refusal('There is no such payment intent.'),
      ...PUBLIC_REFUSALS,
      503: LATER,
    },
  },
  {
    method: 'POST',
    path: '/drops/:id/rotate-key',
    area: 'Drops',
    summary: "Gives a drop's vault a new key, which signs claims from then on. For the drop's owner.",
    credential: 'required',
    body: z.object({
      reason: z.string(),
      newPrivateKey: z
        .string()
        .nullable()
        .optional()
        .describe('Your own private key; by default the server creates one.'),
    }),
    answers: {
      200: {
        meaning:
          'The new key; this is the only time that the private one is shown. With SHOW_ROTATED_KEY=false `newPrivateKey` is null.',
        schema: rotated,
      },
      400: notRotated('A field is missing or invalid.'),
      401: notRotated('The credential is missing or wrong.'),
      403: notRotated('The drop is not the caller’s, or the credential is a publishable key.'),
      404: notRotated('There is no such drop.'),
      409: notRotated('The key cannot change in the current state of the drop.'),
      429: notRotated('A limit was reached.'),
      503: notRotated('The store or the chain cannot be reached.'),
    },
  },
  {
    method: 'GET',
    path: '/drops/:id/claims.csv',
    area: 'Drops',
    summary:
      "All claims of a drop as CSV with a head line. With `?recipients=true`, the last column is the address that receives the amount. For the drop's owner.",
    credential: 'required',
    answers: {
      200: { meaning: 'The claims, oldest first.', type: 'text/csv' },
      401: UNAUTHENTICATED,
      403: refusal('The drop is not the caller’s, or the credential is a publishable key.'),
      404: NOT_FOUND,
      429: TOO_OFTEN,
      503: LATER,
    },
  },
  {
    method: 'POST',
    path: '/drops/:id/sponsor',
    area: 'Drops',
    summary:
      'The gas of a claim by a wallet without SUI: gives its transaction back with the signature of the service, to be signed and sent by the wallet. With CHAIN=sui and SUI_SPONSOR_BUDGET_MIST only.',
    credential: 'required',
    body: z.object({ senderAddress: z.string(), transactionKindBytes: z.string().describe('Base64.') }),
    answers: {
      200: {
        meaning: 'The transaction.',
        schema: z.strictObject({
          transactionBytes: z.string(),
          sponsorSignature: z.string(),
          digest: z.string(),
          expiresAt: time,
        }),
      },
      400: refusal('A field is missing or invalid (`field` names it), or the transaction is not a claim.'),
      ...PUBLIC_REFUSALS,
      404: refusal(
        'The drop does not exist, or the caller may not see it, or this server sponsors no claims.',
      ),
      409: refusal('The chain would refuse the claim, or the service cannot pay its gas.'),
      503: refusal(
        'A budget is used up until midnight UTC, the drop has no vault yet, or a dependency cannot be reached; retry after Retry-After.',
      ),
    },
  },
  file('/files/:id'),
  file('/files/:id/*'),
  {
    method: 'GET',
    path: '/healthz',
    area: 'Health',
    summary: 'Whether the process answers.',
    credential: 'none',
    answers: { 200: { meaning: 'The process works.', schema: z.strictObject({ status: z.literal('ok') }) } },
  },
  {
    method: 'GET',
    path: '/readyz',
    area: 'Health',
    summary:
      'Whether to send requests to this server: the store and the chain answer, the master key is correct, and the server is not stopping. With `?ignore=chain`, for load balancers, the chain is not asked.',
    credential: 'none',
    answers: {
      200: { meaning: 'Ready.', schema: health },
      503: { meaning: 'Not ready; lists the parts that fail.', schema: health },
    },
  },
  {
    method: 'GET',
    path: '/metrics',
    area: 'Health',
    summary: 'Metrics for Prometheus.',
    credential: 'none',
    answers: { 200: { meaning: 'The metrics.', type: 'text/plain' } },
  },
  webRoute('/', 'Leads to /dashboard.', { answers: { 302: { meaning: 'To /dashboard.' } } }),
  dashboard('/dashboard', 'The dashboard.'),
  dashboard('/dashboard/*', 'A place in the dashboard.'),
  page('/d/:name', 'The claim page of a drop.'),
  page(
    '/embed/:name',
    'The claim page for an iframe on the origins in `embedOrigins` of the drop. 404 if the list is empty.',
  ),
  card('/d/:name', 'The picture of a drop for link previews: 1200 × 630 pixels, with its title and amount.'),
  page('/c/:name', 'The public page of a creator.'),
  card('/c/:name', 'The picture of a creator for link previews: 1200 × 630 pixels, with the name.'),
  page('/pay/:name', 'The payment page of a payment intent.'),
  page('/verify/:name', 'The check page of a random drop.'),
  webRoute('/assets/:name', 'A script, style sheet or image of the pages.', {
    answers: {
      200: { meaning: 'The file.', type: 'application/octet-stream' },
      404: refusal('There is no such file.'),
    },
  }),
  fakeChain(
    'faucet',
    'Gives an address coins.',
    z.object({ address: z.string(), coinType: z.string(), amount: numeral }),
  ),
  fakeChain(
    'transfer',
    'Sends coins, as a wallet does.',
    z.object({
      from: z.string(),
      to: z.string(),
      coinType: z.string(),
      amount: numeral,
      memo: z.string().optional(),
    }),
  ),
  fakeChain(
    'execute',
    'Submits a transaction that the API prepared.',
    z.object({ sender: z.string(), transactionBytes: z.string() }),
  ),
  fakeChain('mint-nft', 'Gives an address an NFT.', z.object({ owner: z.string(), type: z.string() })),
  fakeChain(
    'claim',
    'Takes a voucher to its vault.',
    z.object({
      dropObjectId: z.string(),
      claimer: z.string(),
      amount: numeral,
      nonce: numeral,
      expiry: numeral,
      signature: z.string(),
    }),
  ),
  fakeChain('advance', 'Moves the clock forward.', z.object({ seconds: numeral }), now),
  fakeChain('outage', 'Makes the fake chain unreachable for a time.', z.object({ seconds: numeral }), now),
]
