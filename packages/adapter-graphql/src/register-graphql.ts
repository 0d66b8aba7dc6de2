import { METHODS } from 'node:http'
import type { Authenticated } from '@dropkit/core'
import { invariant, visitorOf } from '@dropkit/core/internal'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createContext, type Services } from './context.ts'
import { refusalError } from './errors/refusal-error.ts'
import { badRequest, bodyError, rateLimited } from './errors/request-error.ts'
import { registerEngine } from './execution/engine.ts'
import { executeOperation, type Outcome, type RequestChecks } from './execution/execute-operation.ts'
import { foreignOrigin, refuseToVisitor } from './execution/visitor-rules.ts'
import { explorerPage } from './explorer/explorer-page.ts'
import { type Answer, answerTo, refusalTo, send, sendUnauthenticated } from './http/answer.ts'
import { bearerSecretOf, createRequestAuthenticator } from './http/authenticate-request.ts'
import { bodyRefusalOf } from './http/body-refusal.ts'
import { notePassedOn, readSmallBody, type ServeDirectly } from './http/direct-request.ts'
import { type EarlierAnswers, trackEarlierAnswers } from './http/earlier-answers.ts'
import { type Exchange, FastifyExchange } from './http/exchange.ts'
import { API_PATH, type GraphqlRequest, readBody, readQueryString } from './http/graphql-request.ts'
import { limitBodies, TooManyBodies } from './http/limit-bodies.ts'
import { readLargeJsonOnly } from './http/read-json.ts'
import { onClose, whenSent } from './http/when-sent.ts'
import { createKeyedRequest } from './idempotency/keyed-request.ts'
import { isLargeAnswer, tokensOfSize } from './limits/answer-size.ts'
import { ownerOfCaller, partyOf, type Receiver } from './limits/at-once.ts'
import { createLargeAnswers } from './limits/large-answers.ts'
import { LIMITS } from './limits/limits.ts'
import { createExecutableSchema } from './schema/executable-schema.ts'
import { registerWebSocket } from './websocket/register-websocket.ts'
import type { SocketExecution } from './websocket/start-operation.ts'

const SERVED: readonly string[] = ['GET', 'HEAD', 'POST']
const AUTHENTICATED = 'authenticatedCaller'

type QueryString = { readonly [name: string]: unknown }

/**
 * Serves the API at /graphql. Checks in this order: the credential, the size of the body, the format of the request, and
 * the cost; then runs the operation. Parsers and error handlers apply only to this route. The returned function serves the
 * same operations before Fastify.
 */
export async function registerGraphql(app: FastifyInstance, services: Services): Promise<ServeDirectly> {
  let serveDirectly: ServeDirectly | undefined
  await app.register(async (scope) => {
    const schema = createExecutableSchema()
    const engine = await registerEngine(scope, schema)
    const earlierAnswers = trackEarlierAnswers(scope)
    const execution: Execution = { schema, engine, largeAnswers: createLargeAnswers(), earlierAnswers }
    const serveSocket = await registerWebSocket(scope, services, execution, API_PATH)
    const authenticate = createRequestAuthenticator(services)
    scope.decorateRequest(AUTHENTICATED, null)
    const partyOfRequest = (request: FastifyRequest) => {
      const authenticated = request.getDecorator<Authenticated | null>(AUTHENTICATED)
      // Without a credential, the body is not read.
      return authenticated && partyOf(authenticated.caller, request.ip)
    }
    readLargeJsonOnly(scope, partyOfRequest)

    scope.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id).header('cache-control', 'no-store')
      // A WebSocket authenticates after it is open.
      if (request.ws || asksForExplorer(request)) return undefined
      const { authorization } = request.headers
      const authenticated = await authenticate(authorization)
      if (!authenticated.ok) {
        const isMissing = bearerSecretOf(authorization) === undefined
        const tooOften = isMissing ? null : await services.rateLimits?.countBadCredential(request.ip)
        if (tooOften) return refuse(request, reply, rateLimited(tooOften))
        sendUnauthenticated(new FastifyExchange(request, reply), refusalError(authenticated.error))
        return reply
      }
      const foreign = foreignOrigin(authenticated.value.caller, request.headers.origin)
      if (foreign) return refuse(request, reply, foreign, 403)
      request.setDecorator<Authenticated>(AUTHENTICATED, authenticated.value)
      return undefined
    })
    limitBodies(scope, partyOfRequest)

    scope.setErrorHandler<FastifyError>((error, request, reply) => sendFailure(error, request, reply))

    scope.post(API_PATH, { bodyLimit: LIMITS.bodyBytes }, (request, reply) =>
      answer(request, reply, () => readBody(request.body)),
    )
    scope.route({
      method: 'GET',
      url: API_PATH,
      wsHandler: serveSocket,
      handler: async (request, reply) => {
        if (asksForExplorer(request)) {
          const other = await services.explorer?.(request, reply)
          return other?.isSent ? reply : explorerPage.send(reply)
        }
        return answer(request, reply, () => readQueryString(request.query as QueryString))
      },
    })
    // Fastify would answer the other methods of HTTP itself: with 404.
    for (const method of METHODS) if (!scope.supportedMethods.includes(method)) scope.addHttpMethod(method)
    scope.route({
      method: scope.supportedMethods.filter((method) => !SERVED.includes(method)),
      url: API_PATH,
      handler: (request, reply) => {
        reply.header('allow', SERVED.join(', '))
        return refuse(request, reply, badRequest(`${request.method} is not served here: send a POST`), 405)
      },
    })

    async function answer(request: FastifyRequest, reply: FastifyReply, read: () => GraphqlRequest) {
      let operation: GraphqlRequest
      try {
        operation = read()
      } catch (error) {
        return refuse(request, reply, error, 400)
      }
      const authenticated = request.getDecorator<Authenticated>(AUTHENTICATED)
      await runRequest(execution, services, authenticated, operation, new FastifyExchange(request, reply))
      return reply
    }

    function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown, status?: number) {
      sendRefusal(new FastifyExchange(request, reply), error, status)
      return reply
    }

    function sendRefusal(exchange: Exchange, error: unknown, status?: number): void {
      const reporting = { requestId: exchange.id, log: services.log, watch: services.apiWatch }
      send(exchange, refusalTo(exchange.request.headers.accept, [error], reporting, status))
    }

    /** Sends errors of Fastify itself, and anything else that is thrown outside of an operation. */
    function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
      if (error instanceof TooManyBodies) return refuse(request, reply, rateLimited(error.refusal))
      const refusal = bodyRefusalOf(error, request)
      if (refusal)
        return refuse(request, reply.headers(refusal.headers ?? {}), bodyError(refusal), refusal.status)
      const status = error.statusCode ?? 500
      if (status >= 400 && status < 500) return refuse(request, reply, badRequest(error.message), status)
      return refuse(request, reply, error)
    }

    serveDirectly = (exchange, passOn) => {
      const { request, response } = exchange
      const toFastify = () => {
        notePassedOn(request)
        passOn()
      }
      earlierAnswers.arrived(request, response)
      authenticate(request.headers.authorization).then((authenticated) => {
        if (!authenticated.ok || foreignOrigin(authenticated.value.caller, request.headers.origin))
          return toFastify()
        const operation = readSmallBody(request)
        if (!operation) return toFastify()
        runRequest(execution, services, authenticated.value, operation, exchange).catch((error: unknown) => {
          if (response.headersSent) response.destroy()
          else sendRefusal(exchange, error)
        })
      }, toFastify)
    }
  })
  invariant(serveDirectly !== undefined, 'the API is registered')
  return serveDirectly
}

/** Whether a browser opens the page itself instead of sending a query. */
const asksForExplorer = ({ method, query, headers }: FastifyRequest): boolean => {
  const { explorerIsOpen, query: operation } = query as QueryString
  const isBrowsing = explorerIsOpen === 'true' || headers.accept?.includes('text/html') === true
  return (method === 'GET' || method === 'HEAD') && isBrowsing && operation === undefined
}

interface Execution extends SocketExecution {
  readonly earlierAnswers: EarlierAnswers
}

/** Runs one request within its rate limits and answers it. */
async function runRequest(
  { engine, largeAnswers, earlierAnswers }: Execution,
  services: Services,
  authenticated: Authenticated,
  operation: GraphqlRequest,
  exchange: Exchange,
): Promise<void> {
  const { caller } = authenticated
  const { id: requestId, ip, request } = exchange
  const reporting = { requestId, log: services.log, watch: services.apiWatch }
  const inWords = (outcome: Outcome) => answerTo(request.headers.accept, outcome, reporting)
  // Anonymous visitors store nothing, and their only mutation is safe to repeat without a key.
  const header = visitorOf(caller) ? undefined : request.headers['idempotency-key']
  const keyed = header === undefined ? undefined : createKeyedRequest(services, caller, header, operation)
  const tokens = createRequestTokens(services, authenticated, exchange)
  let operationType: 'query' | 'other' = 'other'
  const party = () => partyOf(caller, ip)
  const checks: RequestChecks = {
    party,
    enter(asked) {
      if (asked.type === 'query') operationType = 'query'
      const taking = tokens.take(asked.rootFields.length)
      if (taking) return taking.then(() => refuseToVisitor(caller, asked))
      refuseToVisitor(caller, asked)
      return undefined
    },
    begin: (asked) => keyed?.begin(asked),
  }

  const { socket } = request
  const onGone: Receiver['onGone'] = (act) => onClose(socket, act)
  const context = createContext(services, caller, {
    requestId,
    owner: ownerOfCaller(caller, ip),
    receiver: { hasGone: () => operationType === 'query' && socket.destroyed, onGone },
  })
  try {
    return await answered(await executeOperation(engine, context, operation, checks))
  } finally {
    context.objects.leave()
  }

  async function answered(executed: Outcome): Promise<void> {
    let outcome = executed
    // A request that does not parse or validate also counts against the rate limit.
    if (!tokens.wereTaken()) {
      const limited = await tokens.take(1)?.then(() => undefined, refused)
      if (limited) outcome = limited
    }
    if (outcome.kind === 'executed' && isLargeAnswer(outcome.data)) outcome = await written(outcome)
    else if (outcome.kind === 'answered' && tokensOfSize(outcome.answer.text.length) > 0)
      outcome = replayed(outcome)
    if (!keyed) return send(exchange, charged(inWords(outcome)))
    const { answer, isReplayed } = await keyed.finish(outcome, inWords)
    if (isReplayed) exchange.header('idempotency-replayed', 'true')
    return send(exchange, charged(answer))
  }

  /** Writes a large answer, after those to earlier requests of its connection. */
  async function written(executed: Extract<Outcome, { kind: 'executed' }>): Promise<Outcome> {
    const earlier = earlierAnswers.areSent(request)
    // An earlier request may wait for this one's place, and the client of a mutation may not read.
    if (earlier || operationType !== 'query') context.objects.leave()
    if (earlier) {
      const waiting = largeAnswers.count(party(), operationType)
      if ('refusal' in waiting) return refused(rateLimited(waiting.refusal))
      await earlier
      waiting.end()
    }
    const counted = await largeAnswers.write(party(), operationType, executed.data, {
      hasGone: () => socket.destroyed,
      onGone,
    })
    if ('refusal' in counted) return refused(rateLimited(counted.refusal))
    whenSent(request, exchange.response, counted.end)
    return { ...executed, written: counted.value }
  }

  /** A stored answer may be refused, because the client can ask for it again. */
  function replayed(stored: Extract<Outcome, { kind: 'answered' }>): Outcome {
    const counted = largeAnswers.count(party(), 'query', stored.answer.text.length)
    if ('refusal' in counted) return refused(rateLimited(counted.refusal))
    whenSent(request, exchange.response, counted.end)
    return stored
  }

  function charged(answer: Answer): Answer {
    const count = tokensOfSize(answer.text.length)
    if (count > 0) void services.rateLimits?.chargeTokens?.(authenticated, count, ip)
    return answer
  }
}

const refused = (error: unknown): Outcome => ({ kind: 'refused', errors: [error] })

function createRequestTokens(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  authenticated: Authenticated,
  exchange: Exchange,
) {
  let wereTaken = false
  return {
    wereTaken: () => wereTaken,
    take(count: number): Promise<void> | undefined {
      wereTaken = true
      return rateLimits?.takeTokens(authenticated, count, exchange.ip).then(({ refusal, headers }) => {
        for (const name in headers) exchange.header(name, headers[name] as string)
        if (refusal) throw rateLimited(refusal)
      })
    },
  }
}
