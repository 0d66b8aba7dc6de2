import { setTimeout as sleep } from 'node:timers/promises'
import { invariant } from '@dropkit/core/internal'
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FormattedExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql'
import { createContext, type Services } from '../context.ts'
import { type ReportedError, reportExecutionErrors, reportRequestErrors } from '../errors/error-report.ts'
import { refusalError } from '../errors/refusal-error.ts'
import { rateLimited } from '../errors/request-error.ts'
import { refuseBadVariables, usesOfVariables } from '../execution/check-variables.ts'
import type { Engine } from '../execution/engine.ts'
import { errorsIn, executeOperation } from '../execution/execute-operation.ts'
import { rootFieldsOf } from '../execution/root-fields.ts'
import { refuseToVisitor } from '../execution/visitor-rules.ts'
import { authenticateSecret } from '../http/authenticate-request.ts'
import type { GraphqlRequest } from '../http/graphql-request.ts'
import { aroundData, isLargeAnswer, tokensOfSize, type Written, writeJson } from '../limits/answer-size.ts'
import { ownerOf } from '../limits/at-once.ts'
import type { LargeAnswers } from '../limits/large-answers.ts'
import { LIMITS, type RateRefusal } from '../limits/limits.ts'
import { explainEngineLimit, refuseCostly } from '../limits/query-limits.ts'
import { createTurns } from '../limits/turns.ts'
import { CLOSE, callerOf, type OpenSocket, partyOfSocket } from './open-socket.ts'
import { createSubscriptionDocuments } from './read-document.ts'
import { createSharedResults, type UpdateStream, updateStream } from './send-updates.ts'
import type { SocketWatch } from './socket-watch.ts'

type Started =
  | { readonly kind: 'refused'; readonly errors: readonly ReportedError[] }
  /** The client has ended the operation before it began. */
  | { readonly kind: 'ended' }
  /** A stream of one payload for an answer, of many for a subscription. */
  | { readonly kind: 'answered' | 'subscribed'; readonly stream: UpdateStream }

/** Counts root fields against the rate limit of the credential. Throws if it is exceeded. */
type Count = (rootFields: number) => Promise<void>

/** What the operations of all sockets and requests share. */
export interface SocketExecution {
  readonly schema: GraphQLSchema
  readonly engine: Engine
  readonly largeAnswers: LargeAnswers
}

/** `hasEnded` tells whether the client has ended the operation or its socket. It does not begin then. */
export type StartOperation = (
  socket: OpenSocket,
  request: GraphqlRequest,
  hasEnded: () => boolean,
) => Promise<Started>

/**
 * Runs the operations of a socket by the rules of a POST. A query or a mutation gets one answer. Never throws; errors are
 * returned as data.
 */
export function createStartOperation(
  services: Services,
  { schema, engine, largeAnswers }: SocketExecution,
  { maySend }: Pick<SocketWatch, 'maySend'>,
): StartOperation {
  const documents = createSubscriptionDocuments(schema)
  const shared = createSharedResults()
  const turns = createTurns()
  const answers = createTurns(10)
  /**
   * A socket can send many operations at once. The text of one is read at a time, and the next one waits behind one start of
   * each other socket. Two queries or mutations of a socket run together.
   */
  const startOne = limitRunning(1)
  const starts = createTurns(1)
  const answerFew = limitRunning(2)
  const { withBudget = (_, work) => work(() => {}) } = services

  const contextFor = (socket: OpenSocket) => {
    const caller = callerOf(socket)
    if (!caller) throw new Error('invariant broken: this socket has no caller')
    return createContext(services, caller, {
      requestId: socket.requestId,
      owner: ownerOf(partyOfSocket(socket)),
    })
  }

  async function answerOnce(socket: OpenSocket, request: GraphqlRequest, count: Count): Promise<Started> {
    const context = contextFor(socket)
    let kind = 'other' as 'query' | 'other'
    const outcome = await executeOperation(engine, context, request, {
      party: () => partyOfSocket(socket),
      async enter(asked) {
        if (asked.type === 'query') kind = 'query'
        await count(asked.rootFields.length)
        refuseToVisitor(context.caller, asked)
      },
      begin: () => undefined,
    })
    // The client of a mutation may not read.
    if (outcome.kind !== 'executed' || kind !== 'query') context.objects.leave()
    invariant(outcome.kind !== 'answered', 'a socket takes no Idempotency-Key')
    if (outcome.kind === 'refused') return refused(socket, outcome.errors)
    const data = outcome.data as { readonly [field: string]: unknown } | null
    // A turn that completes the reads of many answers does not also write them.
    await answers.next()
    const written = await writeOutcome(socket, { data, errors: outcome.errors }, kind).finally(() =>
      context.objects.leave(),
    )
    if ('refusal' in written) return refused(socket, [rateLimited(written.refusal)])
    const { payload } = written
    await charge(socket, payload)
    return { kind: 'answered', stream: updateStream(once(payload), async () => payload) }
  }

  async function subscribe(
    socket: OpenSocket,
    document: DocumentNode,
    { operationName, variables = {} }: GraphqlRequest,
  ): Promise<Started> {
    const operation = getOperationAST(document, operationName)
    if (!operation) throw new Error('invariant broken: a document without its operation')
    const contextValue = contextFor(socket)
    const rootFields = rootFieldsOf(document, operation)
    refuseToVisitor(contextValue.caller, { type: operation.operation, rootFields })
    refuseBadVariables(schema, operation, usesOfVariables(document, operation), variables)
    refuseCostly(schema, document, operation, variables)
    const execution = { schema, document, variableValues: variables, operationName: operationName ?? null }
    const source = await createSourceEventStream({ ...execution, contextValue })
    if (!isAsyncIterable(source)) {
      return { kind: 'refused', errors: reportExecutionErrors(source.errors ?? [], reporting(socket)) }
    }
    // Undeclared variables were not checked, and no result depends on them, so they are left out.
    const declared = operation.variableDefinitions?.map(({ variable }) => variable.name.value) ?? []
    const used = declared
      .filter((name) => Object.hasOwn(variables, name))
      .map((name) => [name, variables[name]])
    const query = { document, details: JSON.stringify([execution.operationName, used]) }
    let resumesAtMs = 0
    const stream = updateStream(source, async (update) => {
      const waitMs = resumesAtMs - performance.now()
      if (waitMs > 0) await sleep(waitMs, undefined, { ref: false })
      await turns.next()
      if (!(await maySend(socket))) throw new Error('the credential of the socket has ended')
      return socket.inTurn(async () => {
        // A new context, because records that were read for an earlier event may be outdated.
        const result = await shared.of(
          update as object,
          query,
          () => contextFor(socket),
          (contextValue) =>
            withBudget(ownerOf(partyOfSocket(socket)), async (startBudget) => {
              startBudget()
              try {
                return await execute({ ...execution, rootValue: update, contextValue })
              } finally {
                contextValue.objects.end()
                contextValue.objects.leave()
              }
            }),
        )
        const payload = await payloadOf(socket, result)
        resumesAtMs = performance.now() + (await charge(socket, payload))
        return payload
      })
    })
    return { kind: 'subscribed', stream }
  }

  /** A shared result is serialized once. */
  const payloads = new WeakMap<ExecutionResult, Promise<Uint8Array>>()

  async function payloadOf(socket: OpenSocket, result: ExecutionResult): Promise<Uint8Array> {
    const known = payloads.get(result)
    if (known) return known
    if (isLargeAnswer(result.data)) {
      // Each socket waits for its own caller, so that a caller who reads slowly does not delay the others.
      const end = await largeAnswers.countWhenRead(partyOfSocket(socket), LIMITS.answerBytes, socket)
      // `writeUpdate` counts the same bytes in the same turn.
      end()
    }
    const made = payloads.get(result) ?? writeUpdate(socket, result)
    payloads.set(result, made)
    return made
  }

  async function writeUpdate(socket: OpenSocket, result: ExecutionResult): Promise<Uint8Array> {
    const written = await writeOutcome(socket, result, 'other')
    invariant('payload' in written, 'only a query is refused')
    return written.payload
  }

  /** Writes a result. A large one is written when its caller has read enough of the earlier ones. */
  async function writeOutcome(
    socket: OpenSocket,
    result: ExecutionResult,
    operation: 'query' | 'other',
  ): Promise<{ readonly payload: Uint8Array } | { readonly refusal: RateRefusal }> {
    if (!isLargeAnswer(result.data)) return { payload: bytesOf(socket, writeJson(formatted(socket, result))) }
    const counted = await largeAnswers.write(partyOfSocket(socket), operation, result.data, socket)
    if ('refusal' in counted) return counted
    // From here on, the copies for each socket count.
    counted.end()
    return { payload: bytesOf(socket, aroundData(counted.value, formatted(socket, result).errors)) }
  }

  /**
   * Takes tokens for a large payload, because a subscription would otherwise cost one token, whatever it sends. Returns how
   * long it must pause if there were not enough.
   */
  async function charge({ admitted, address }: OpenSocket, { length }: Uint8Array): Promise<number> {
    const tokens = tokensOfSize(length)
    if (tokens === 0 || !admitted) return 0
    return (await services.rateLimits?.chargeTokens?.(admitted.authenticated, tokens, address)) ?? 0
  }

  const bytesOf = (socket: OpenSocket, written: Written): Uint8Array =>
    Buffer.from('text' in written ? written.text : JSON.stringify(tooLarge(socket, written.refusal)))

  function formatted(socket: OpenSocket, { data, errors }: ExecutionResult): FormattedExecutionResult {
    if (!errors?.length) return { data: data ?? null }
    return { data: data ?? null, errors: reportExecutionErrors(errors, reporting(socket)) }
  }

  const tooLarge = (socket: OpenSocket, refusal: GraphQLError): FormattedExecutionResult => ({
    data: null,
    errors: reportRequestErrors([refusal], reporting(socket)),
  })

  /** Whether the credential is valid at this moment, as a separate request would require. */
  async function isAdmitted({ admitted, close }: OpenSocket): Promise<boolean> {
    const found = await authenticateSecret(services, admitted?.secret ?? '')
    if (found.ok && admitted) admitted.authenticated = found.value
    else close(CLOSE.badCredential, 'The credential has ended')
    return found.ok
  }

  /**
   * An operation may wait behind others of its socket. It acts only if the credential is valid when it begins, not when it
   * was sent.
   */
  const ifAdmitted = async (socket: OpenSocket, act: () => Promise<Started>): Promise<Started> =>
    (await isAdmitted(socket)) ? act() : refused(socket, [refusalError({ kind: 'unauthenticated' })])

  const refused = (socket: OpenSocket, errors: readonly unknown[]): Started => ({
    kind: 'refused',
    errors: reportRequestErrors(errors, reporting(socket)),
  })

  function refusedBy(socket: OpenSocket, thrown: unknown, { query }: GraphqlRequest): Started {
    return refused(
      socket,
      errorsIn(thrown).map((error) => explainEngineLimit(error, query)),
    )
  }

  const reporting = ({ requestId }: OpenSocket) => ({
    requestId,
    log: services.log,
    watch: services.apiWatch,
  })

  return async (socket, request, hasEnded) => {
    const count: Count = async (rootFields) => {
      const { admitted, address } = socket
      const taken =
        admitted && (await services.rateLimits?.takeTokens(admitted.authenticated, rootFields, address))
      if (taken?.refusal) throw rateLimited(taken.refusal)
    }
    /** The first root field is counted before the text is read, so an invalid text also counts. */
    const countFurther: Count = async (rootFields) => {
      if (rootFields > 1) await count(rootFields - 1)
    }
    try {
      const document = await startOne(socket, async () => {
        if (hasEnded()) return undefined
        await count(1)
        await starts.next()
        return documents.read(request.query, request.operationName, () => partyOfSocket(socket))
      })
      if (document === undefined) return { kind: 'ended' }
      if (document === null)
        return await answerFew(socket, async () => {
          if (hasEnded()) return { kind: 'ended' }
          return ifAdmitted(socket, () => answerOnce(socket, request, countFurther))
        })
      return await ifAdmitted(socket, () => subscribe(socket, document, request))
    } catch (thrown) {
      return refusedBy(socket, thrown, request)
    }
  }
}

async function* once<T>(value: T): AsyncGenerator<T, void, undefined> {
  yield value
}

const isAsyncIterable = (value: AsyncIterable<unknown> | ExecutionResult): value is AsyncIterable<unknown> =>
  Symbol.asyncIterator in value

/**
 * Runs at most `most` tasks of a key at the same time. Further tasks wait, in order. The results of all tasks that run
 * together can arrive in one turn of the event loop, so this bounds the work of that turn.
 */
export function limitRunning(most: number) {
  const states = new WeakMap<object, { running: number; readonly waiting: (() => void)[] }>()

  return async <T>(key: object, task: () => Promise<T>): Promise<T> => {
    const state = states.get(key) ?? { running: 0, waiting: [] }
    states.set(key, state)
    if (state.running < most) state.running++
    else await new Promise<void>((resolve) => state.waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = state.waiting.shift()
      if (next) setImmediate(next)
      else state.running--
    }
  }
}
