import { z } from 'zod'

/** What of the HTTP routes is promised to callers, for the reference and the OpenAPI document. */
export interface DescribedRoute {
  readonly method: 'GET' | 'POST'
  /** As Fastify writes it. */
  readonly path: string
  readonly area: string
  readonly summary: string
  /** Which credential it wants: one must be given, one may be, or none counts. */
  readonly credential: 'required' | 'optional' | 'none'
  /** The JSON body of a POST. */
  readonly body?: z.ZodType
  readonly answers: Readonly<Record<number, DescribedAnswer>>
}

interface DescribedAnswer {
  readonly meaning: string
  /** What is not JSON has a type alone. */
  readonly type?: string
  readonly schema?: z.ZodType
}

/** A body as JSON Schema: a request body may have further fields, which the server ignores. */
export function jsonSchemaOf(schema: z.ZodType, whose: 'sent' | 'answered') {
  const { $schema: _name, ...rest } = z.toJSONSchema(schema, { io: whose === 'sent' ? 'input' : 'output' })
  return rest
}

const time = z.iso.datetime()
const txHash = z.strictObject({ txHash: z.string() })
const now = z.strictObject({ now: z.int() })

const errorBody = z
  .strictObject({
    error: z.string().describe('One sentence for people.'),
    code: z.string().describe('One word for programs: see codes.md.'),
    retryable: z.boolean(),
    requestId: z.string(),
    field: z.string().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .describe('What a refusal outside GraphQL answers.')

const refusal = (meaning: string): DescribedAnswer => ({ meaning, schema: errorBody })
const UNAUTHENTICATED = refusal('The credential is missing or bad.')
const TOO_OFTEN = refusal('A limit was reached; Retry-After says for how long.')
const NOT_FOUND = refusal('There is no such thing, or it is not for this caller.')
const BAD_INPUT = refusal('A field is missing or cannot be read; `field` names it.')
const LATER = refusal(
  'What the request needs cannot be reached right now; Retry-After says when to come again.',
)
const PAGE: DescribedAnswer = { meaning: 'A web page.', type: 'text/html' }

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

const rotated = z.strictObject({
  success: z.boolean(),
  newPublicKey: z.string().nullable(),
  newPrivateKey: z.string().nullable(),
  transactionDigest: z.string().nullable(),
  error: z
    .string()
    .nullable()
    .describe('Why not, where success is false; then the key and the digest are null.'),
  code: z.string().optional().describe('With status 429: the same for programs.'),
  details: z.record(z.string(), z.unknown()).optional().describe('With status 429: which limit was reached.'),
})
const notRotated = (meaning: string): DescribedAnswer => ({ meaning, schema: rotated })

const health = z.strictObject({
  status: z.enum(['ready', 'not ready', 'draining']),
  store: z.enum(['ok', 'unreachable']).optional(),
  chain: z.enum(['ok', 'unreachable']).optional(),
  masterKey: z.string().optional(),
  chainBreaker: z.strictObject({ state: z.string(), since: time }).optional(),
})

const graphqlAnswer = z.object({
  data: z.record(z.string(), z.unknown()).nullable().optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
})
const graphqlRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullable().optional(),
  operationName: z.string().nullable().optional(),
})

/** Amounts and numbers are decimal strings, or integers that JSON carries exactly. */
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
  summary:
    'The bytes of an upload; what stands behind the id is its name, for people. Takes Range and If-None-Match.',
  credential: 'none',
  answers: {
    200: { meaning: 'All bytes.', type: 'application/octet-stream' },
    206: { meaning: 'The bytes of the range.', type: 'application/octet-stream' },
    304: { meaning: 'The caller has them already.' },
    404: NOT_FOUND,
    416: { meaning: 'There are no such bytes.' },
  },
})

const page = (path: string, summary: string): DescribedRoute => ({
  method: 'GET',
  path,
  area: 'Web pages',
  summary: `${summary} With WEB=1 only.`,
  credential: 'none',
  answers: { 200: PAGE, 404: PAGE },
})

/** Every route that the server may have. A test holds it to the routes that a server registers. */
export const HTTP_API: readonly DescribedRoute[] = [
  {
    method: 'POST',
    path: '/graphql',
    area: 'GraphQL',
    summary:
      'One GraphQL operation: see operations.md. Subscriptions come over WebSocket (graphql-transport-ws) here.',
    credential: 'required',
    body: graphqlRequest,
    answers: {
      200: { meaning: 'The answer, with `errors` where fields were refused.', schema: graphqlAnswer },
      400: { meaning: 'It is no request, or too large a one.', schema: graphqlAnswer },
      401: { meaning: 'The credential is missing or bad.', schema: graphqlAnswer },
      429: { meaning: 'Too many requests.', schema: graphqlAnswer },
      503: { meaning: 'The server is overloaded or its store is away.', schema: graphqlAnswer },
    },
  },
  {
    method: 'GET',
    path: '/graphql',
    area: 'GraphQL',
    summary: 'A query in the URL (`query`, `variables`, `operationName`), or for a browser the explorer.',
    credential: 'required',
    answers: {
      200: { meaning: 'The answer.', schema: graphqlAnswer },
      400: { meaning: 'It is no query.', schema: graphqlAnswer },
      401: { meaning: 'The credential is missing or bad.', schema: graphqlAnswer },
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
      401: UNAUTHENTICATED,
      429: TOO_OFTEN,
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
      401: refusal('This is not its signature, or the message was used or is too old.'),
      409: refusal('The wallet belongs to another user.'),
      429: TOO_OFTEN,
    },
  },
  {
    method: 'POST',
    path: '/auth/end',
    area: 'Signing in with a wallet',
    summary: 'Ends the session whose token is the credential.',
    credential: 'required',
    answers: {
      204: { meaning: 'It has ended.' },
      401: UNAUTHENTICATED,
      409: refusal('The credential is an API key, which is revoked in another way.'),
      429: TOO_OFTEN,
    },
  },
  {
    method: 'POST',
    path: '/auth/visit',
    area: 'Signing in with a wallet',
    summary: 'A new token for a visitor whose page is open for longer than its token lives. With WEB=1 only.',
    credential: 'optional',
    body: z.object({ paymentIntentId: z.string().nullable().optional() }),
    answers: {
      200: { meaning: 'The token.', schema: z.strictObject({ token: z.string(), expiresAt: time }) },
      400: BAD_INPUT,
      401: UNAUTHENTICATED,
      404: NOT_FOUND,
      429: TOO_OFTEN,
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
      newPrivateKey: z.string().nullable().optional().describe('One of your own; else one is made.'),
    }),
    answers: {
      200: {
        meaning:
          'The new key; this is the only time that the private one is shown. With SHOW_ROTATED_KEY=false `newPrivateKey` is null.',
        schema: rotated,
      },
      400: notRotated('A field is missing or cannot be read.'),
      401: notRotated('The credential is missing or bad.'),
      403: notRotated('The drop is not the caller’s.'),
      404: notRotated('There is no such drop.'),
      409: notRotated('The drop is in a state in which its key does not change.'),
      429: notRotated('A limit was reached.'),
      503: notRotated('The store or the chain is away.'),
    },
  },
  {
    method: 'GET',
    path: '/drops/:id/claims.csv',
    area: 'Drops',
    summary: "All claims of a drop as CSV with a head line. For the drop's owner.",
    credential: 'required',
    answers: {
      200: { meaning: 'The claims, in the order in which they came.', type: 'text/csv' },
      401: UNAUTHENTICATED,
      403: refusal('The drop is not the caller’s.'),
      404: NOT_FOUND,
      429: TOO_OFTEN,
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
      400: BAD_INPUT,
      401: UNAUTHENTICATED,
      404: NOT_FOUND,
      409: refusal('The transaction does something else than claim, or the budget is used up.'),
      429: TOO_OFTEN,
      503: LATER,
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
    answers: { 200: { meaning: 'It does.', schema: z.strictObject({ status: z.literal('ok') }) } },
  },
  {
    method: 'GET',
    path: '/readyz',
    area: 'Health',
    summary:
      'Whether requests should be sent here: store and chain answer, the master key is held, and no end is near.',
    credential: 'none',
    answers: {
      200: { meaning: 'They should.', schema: health },
      503: { meaning: 'They should not; says which part is missing.', schema: health },
    },
  },
  {
    method: 'GET',
    path: '/metrics',
    area: 'Health',
    summary: 'What the server counts, for Prometheus.',
    credential: 'none',
    answers: { 200: { meaning: 'The metrics.', type: 'text/plain' } },
  },
  page('/', 'Leads to /dashboard.'),
  page('/dashboard', 'The dashboard.'),
  page('/dashboard/*', 'A place in the dashboard.'),
  page('/d/:name', 'The page on which a drop is claimed.'),
  page('/pay/:name', 'The page on which a payment is made.'),
  page('/verify/:name', 'The page that computes a draw again.'),
  page('/assets/:name', 'A script, a style sheet or a picture of the pages.'),
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
    'Sends a transaction that the API prepared.',
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
  fakeChain('outage', 'Puts the chain out of reach for so long.', z.object({ seconds: numeral }), now),
]
