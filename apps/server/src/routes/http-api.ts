import { API_PATH } from '@dropkit/adapter-graphql'
import { z } from 'zod'
import {
  BAD_INPUT,
  BODY_NOT_ROTATED,
  BODY_REFUSALS,
  cardRoute,
  clockAnswer,
  type DescribedRoute,
  dashboardRoute,
  fakeChainRoute,
  fileRoute,
  GRAPHQL_REFUSALS,
  graphqlRequest,
  graphqlResult,
  healthAnswer,
  isoTime,
  LATER,
  NO_PUBLISHABLE_KEY,
  NOT_FOUND,
  notRotated,
  numeral,
  PUBLIC_REFUSALS,
  pageRoute,
  refusal,
  rotatedKey,
  TOO_OFTEN,
  UNAUTHENTICATED,
  userAnswer,
  webRoute,
} from './described-route.ts'

/** Every route that the server can have. A test compares it to the routes that a server registers. */
export const HTTP_API: readonly DescribedRoute[] = [
  {
    method: 'POST',
    path: API_PATH,
    area: 'GraphQL',
    summary:
      'One GraphQL operation: see operations.md. Subscriptions use WebSocket (graphql-transport-ws) at the same path.',
    credential: 'required',
    body: graphqlRequest,
    answers: {
      200: graphqlResult('The result, with `errors` if fields were refused.'),
      400: graphqlResult(
        'The body or the Idempotency-Key is invalid. For clients that accept `application/graphql-response+json`, also an invalid query.',
      ),
      ...GRAPHQL_REFUSALS,
      409: graphqlResult('The first request with this Idempotency-Key is still running.'),
      413: graphqlResult('The body or the query text is too large.'),
      415: graphqlResult('The body is not `application/json` in UTF-8, or it is compressed.'),
      422: graphqlResult('The Idempotency-Key was sent before with another request.'),
    },
  },
  {
    method: 'GET',
    path: API_PATH,
    area: 'GraphQL',
    summary:
      'A query in the URL (`query`, `variables`, `operationName`), or the explorer for a browser. Methods other than GET and POST are answered 405.',
    credential: 'required',
    answers: {
      200: graphqlResult('The result.'),
      400: graphqlResult('The query is invalid.'),
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
      ...BODY_REFUSALS,
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
      200: {
        meaning: 'The session.',
        schema: z.strictObject({ token: z.string(), expiresAt: isoTime, user: userAnswer }),
      },
      400: BAD_INPUT,
      ...PUBLIC_REFUSALS,
      ...BODY_REFUSALS,
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
      200: { meaning: 'The token.', schema: z.strictObject({ token: z.string(), expiresAt: isoTime }) },
      400: BAD_INPUT,
      404: refusal('There is no such payment intent.'),
      ...PUBLIC_REFUSALS,
      ...BODY_REFUSALS,
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
        schema: rotatedKey,
      },
      400: notRotated('A field is missing or invalid.'),
      401: notRotated('The credential is missing or wrong.'),
      403: notRotated('The drop is not the caller’s, or the credential is a publishable key.'),
      404: notRotated('There is no such drop.'),
      409: notRotated('The key cannot change in the current state of the drop.'),
      ...BODY_NOT_ROTATED,
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
          expiresAt: isoTime,
        }),
      },
      400: refusal('A field is missing or invalid (`field` names it), or the transaction is not a claim.'),
      ...PUBLIC_REFUSALS,
      ...BODY_REFUSALS,
      404: refusal(
        'The drop does not exist, or the caller may not see it, or this server sponsors no claims.',
      ),
      409: refusal('The chain would refuse the claim, or the service cannot pay its gas.'),
      503: refusal(
        'A budget is used up until midnight UTC, the drop has no vault yet, or a dependency cannot be reached; retry after Retry-After.',
      ),
    },
  },
  fileRoute('/files/:id'),
  fileRoute('/files/:id/*'),
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
      200: { meaning: 'Ready.', schema: healthAnswer },
      503: { meaning: 'Not ready; lists the parts that fail.', schema: healthAnswer },
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
  dashboardRoute('/dashboard', 'The dashboard.'),
  dashboardRoute('/dashboard/*', 'A place in the dashboard.'),
  pageRoute('/d/:name', 'The claim page of a drop.'),
  pageRoute(
    '/embed/:name',
    'The claim page for an iframe on the origins in `embedOrigins` of the drop. 404 if the list is empty.',
  ),
  cardRoute(
    '/d/:name',
    'The picture of a drop for link previews: 1200 × 630 pixels, with its title and amount.',
  ),
  pageRoute('/c/:name', 'The public page of a creator.'),
  cardRoute('/c/:name', 'The picture of a creator for link previews: 1200 × 630 pixels, with the name.'),
  pageRoute('/pay/:name', 'The payment page of a payment intent.'),
  pageRoute('/verify/:name', 'The check page of a random drop.'),
  webRoute('/assets/:name', 'A script, style sheet or image of the pages.', {
    answers: {
      200: { meaning: 'The file.', type: 'application/octet-stream' },
      404: refusal('There is no such file.'),
    },
  }),
  fakeChainRoute(
    'faucet',
    'Gives an address coins.',
    z.object({ address: z.string(), coinType: z.string(), amount: numeral }),
  ),
  fakeChainRoute(
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
  fakeChainRoute(
    'execute',
    'Submits a transaction that the API prepared.',
    z.object({ sender: z.string(), transactionBytes: z.string() }),
  ),
  fakeChainRoute('mint-nft', 'Gives an address an NFT.', z.object({ owner: z.string(), type: z.string() })),
  fakeChainRoute(
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
  fakeChainRoute('advance', 'Moves the clock forward.', z.object({ seconds: numeral }), clockAnswer),
  fakeChainRoute(
    'outage',
    'Makes the fake chain unreachable for a time.',
    z.object({ seconds: numeral }),
    clockAnswer,
  ),
]
