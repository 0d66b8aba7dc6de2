import type { Authenticated } from '@dropkit/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createContext, type Services } from '../context.ts'
import { rateLimited } from '../errors/request-error.ts'
import type { Engine } from '../execution/engine.ts'
import { executeOperation, type Outcome, type RequestChecks } from '../execution/execute-operation.ts'
import { refuseToVisitor } from '../execution/visitor-rules.ts'
import { createKeyedRequest } from '../idempotency/keyed-request.ts'
import { answerTo, send } from './answer.ts'
import type { GraphqlRequest } from './graphql-request.ts'

/** Runs one request within its rate limits and answers it. */
export async function runRequest(
  engine: Engine,
  services: Services,
  authenticated: Authenticated,
  operation: GraphqlRequest,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const { caller } = authenticated
  const reporting = { requestId: request.id, log: services.log, watch: services.apiWatch }
  const inWords = (outcome: Outcome) => answerTo(request, outcome, reporting)
  const header = request.headers['idempotency-key']
  const keyed = header === undefined ? undefined : createKeyedRequest(services, caller, header, operation)
  const gate = createGate(services, authenticated, request, reply)
  const checks: RequestChecks = {
    enter(asked) {
      const taking = gate.take(asked.rootFields.length)
      if (taking) return taking.then(() => refuseToVisitor(caller, asked))
      refuseToVisitor(caller, asked)
      return undefined
    },
    begin: (asked) => keyed?.begin(asked),
  }

  const context = createContext(services, caller, request.id)
  let outcome = await executeOperation(engine, context, operation, checks)
  // A request that does not parse or validate also counts against the rate limit.
  if (!gate.wasAsked()) outcome = (await gate.take(1)?.then(() => outcome, refused)) ?? outcome
  if (!keyed) return send(request, reply, inWords(outcome))
  const { answer, isReplayed } = await keyed.finish(outcome, inWords)
  if (isReplayed) reply.header('idempotency-replayed', 'true')
  return send(request, reply, answer)
}

const refused = (error: unknown): Outcome => ({ kind: 'refused', errors: [error] })

function createGate(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  authenticated: Authenticated,
  { ip }: FastifyRequest,
  reply: FastifyReply,
) {
  let wasAsked = false
  return {
    wasAsked: () => wasAsked,
    take(count: number): Promise<void> | undefined {
      wasAsked = true
      return rateLimits?.takeTokens(authenticated, count, ip).then(({ refusal, headers }) => {
        reply.headers(headers)
        if (refusal) throw rateLimited(refusal)
      })
    },
  }
}
