import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { logError, parseJson } from '@dropkit/core/internal'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { GraphQLError, parse } from 'graphql'
import { type ConnectionInitMessage, GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer } from 'graphql-ws'
import type { ApiWatch, Services } from '../context.ts'
import { type ReportedError, reportExecutionErrors, reportRequestErrors } from '../errors/error-report.ts'
import { badRequest, type ErrorExtensions, rateLimited } from '../errors/request-error.ts'
import { foreignOrigin } from '../execution/visitor-rules.ts'
import { authenticateRequest, bearerSecretOf } from '../http/authenticate-request.ts'
import { createAtOnceLimit, type Party } from '../limits/at-once.ts'
import { LIMITS } from '../limits/limits.ts'
import { createTurns } from '../limits/turns.ts'
import {
  CLOSE,
  type Excess,
  endStreams,
  type OpenSocket,
  openSocket,
  partyOfSocket,
  type RawSocket,
  SOCKET_SETTINGS,
} from './open-socket.ts'
import { sendUpdates, type UpdateStream } from './send-updates.ts'
import { createSocketWatch } from './socket-watch.ts'
import { createStartOperation, type SocketExecution } from './start-operation.ts'

/** How many sockets open in one turn of the event loop: a few milliseconds of work. Thousands may ask in the same moment. */
const UPGRADES_A_TURN = 20
/** How many are admitted in one turn. Each looks up its credential. */
const ADMISSIONS_A_TURN = 50

export type SocketHandler = (raw: RawSocket, request: FastifyRequest) => void

/**
 * Prepares a scope for GraphQL over WebSocket with the subprotocol graphql-transport-ws, and returns the handler of a
 * socket. graphql-ws implements the protocol; authentication, limits and error messages are ours.
 */
export async function registerWebSocket(
  scope: FastifyInstance,
  services: Services,
  execution: SocketExecution,
  path: string,
): Promise<SocketHandler> {
  const settings = { ...SOCKET_SETTINGS, ...services.sockets }
  const watch = createSocketWatch(services, settings)
  const start = createStartOperation(services, execution, watch)
  const admissions = createTurns(ADMISSIONS_A_TURN)
  const messages = createAtOnceLimit({
    limit: 'socketBytesAtOnce',
    value: LIMITS.bodyBytesAtOnce,
    unit: 'bytes of large messages on sockets',
  })
  const sockets = createAtOnceLimit({
    limit: 'socketsAtOnce',
    value: settings.socketsAtOnce,
    unit: 'sockets',
  })
  const subscriptions = createAtOnceLimit({
    limit: 'subscriptionsAtOnce',
    value: settings.subscriptionsAtOnce,
    unit: 'operations on sockets',
  })
  const unread = createAtOnceLimit({
    limit: 'unreadBytesAtOnce',
    value: settings.unreadBytesAtOnce,
    unit: 'bytes that wait to be read from sockets',
  })

  const before = upgradeListeners(scope.server)
  await scope.register(websocket, {
    options: {
      maxPayload: settings.frameBytes,
      // Messages that arrive together are read in separate turns of the event loop.
      allowSynchronousEvents: false,
      handleProtocols: (offered: Set<string>) =>
        offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) && GRAPHQL_TRANSPORT_WS_PROTOCOL,
    },
    // A protocol error of a client closes its own socket, and needs no handling here.
    errorHandler: () => {},
    preClose(done) {
      this.websocketServer.close()
      void watch.closeAll().then(() => done())
    },
  })
  upgradeOnly(scope.server, `${scope.prefix}${path}`)
  openInTurns(scope.server, before)

  const server = makeServer<Record<string, unknown> | undefined, OpenSocket>({
    connectionInitWaitTimeout: settings.initMs,
    async onConnect(connection) {
      const { extra: socket, connectionParams } = connection
      socket.running = () => Object.keys(connection.subscriptions)
      await admissions.next()
      if (socket.hasGone()) return false
      try {
        return (await admitSocket(services, socket, connectionParams)) && countSocket(socket)
      } catch (error) {
        logError(services.log, 'a socket could not be admitted', { requestId: socket.requestId }, error)
        socket.close(CLOSE.tryAgainLater, 'The credential cannot be looked up right now')
        return false
      }
    },
    async onSubscribe({ extra: socket, subscriptions: running }, id, { query, operationName, variables }) {
      const party = partyOfSocket(socket)
      const refusal = refusalOf(socket, party, id)
      if (refusal) return reportRequestErrors([refusal], reporting(socket)).map(carrierOf)
      const end = subscriptions.add(party, 1)
      const request = {
        query,
        operationName: operationName || undefined,
        variables: variables ?? undefined,
        isReadOnly: false,
      }
      const starting = start(socket, request, () => socket.hasGone() || !(id in running))
      socket.answers.add(starting)
      const started = await starting
      socket.answers.delete(starting)
      if (started.kind === 'subscribed') void started.stream.over.then(end)
      else end()
      if (started.kind === 'ended') return [UNHEARD]
      if (started.kind === 'refused') return started.errors.map(carrierOf)
      const { kind, stream } = started
      const result = sendUpdates(
        socket,
        id,
        kind === 'answered' ? stream : tracked(socket, stream, services.apiWatch),
        execution.largeAnswers,
      )
      return { schema: execution.schema, document: ANY_DOCUMENT, contextValue: result }
    },
    // A stream without values: `sendUpdates` has sent them itself.
    execute: ({ contextValue }) => contextValue as AsyncGenerator<never>,
    onError: ({ extra: socket }, _id, _payload, errors) => {
      if (errors.includes(UNHEARD)) return
      return errors.flatMap(
        (error) => reportedBy.get(error) ?? reportExecutionErrors([error], reporting(socket)),
      )
    },
  })

  const reporting = ({ requestId }: OpenSocket) => ({
    requestId,
    log: services.log,
    watch: services.apiWatch,
  })

  /** Why an operation may not begin. */
  function refusalOf({ unfinished }: OpenSocket, party: Party, id: string): GraphQLError | undefined {
    if (id.length > LONGEST_ID) return idTooLong(id.length)
    if (unfinished > settings.subscriptions) return tooManySubscriptions(settings.subscriptions, unfinished)
    const refusal = subscriptions.refusal(party, 1)
    return refusal && rateLimited(refusal)
  }

  /** Counts a socket until it has closed. Closes it and returns false if its party has too many. */
  function countSocket(socket: OpenSocket): boolean {
    const party = partyOfSocket(socket)
    const refusal = sockets.refusal(party, 1)
    if (refusal) {
      const { limit, value, asked } = refusal
      socket.close(CLOSE.tryAgainLater, `${limit}: at most ${value} may be open, ${asked} were asked for`)
      return false
    }
    const end = sockets.add(party, 1)
    void socket.closed.then(end)
    return true
  }

  return (raw, { id, ip, headers, raw: upgrade }) => {
    const socket = openSocket(
      raw,
      upgrade.socket,
      { requestId: id, address: ip, origin: headers.origin },
      { settings, unread },
      (excess) => {
        services.log.warn('a socket was closed because its client does not read fast enough', {
          requestId: id,
          limit: excess.limit,
        })
        const [error] = reportRequestErrors([tooSlow(excess)], reporting(socket))
        return socket
          .running()
          .map((running) => JSON.stringify({ id: running, type: 'error', payload: [error] }))
      },
    )
    watch.add(socket)
    services.apiWatch?.socketOpened()
    raw.on('close', (code, reason) => {
      services.apiWatch?.socketClosed(code)
      endStreams(socket)
      void closed(code, reason.toString())
    })
    raw.on('error', (error) => {
      services.log.debug('a socket was broken', { requestId: id, reason: error.message })
    })
    const closed = server.opened(
      {
        protocol: raw.protocol,
        send: socket.send,
        close: (code = CLOSE.internalError, reason = '') => socket.close(code, reason),
        onMessage: (receive) =>
          raw.on('message', (data) => void handle(socket, data.toString(), receive as Receive)),
      },
      socket,
    )
  }

  /**
   * A client that sends operations but reads no answers is disconnected, because graphql-ws keeps each message until its
   * operation has ended. After a close, the client may go on sending.
   */
  async function handle(socket: OpenSocket, message: string, receive: Receive): Promise<void> {
    if (socket.hasGone()) return
    const bytes = message.length > SMALL_MESSAGE ? message.length : 0
    const party = bytes > 0 && socket.admitted ? partyOfSocket(socket) : []
    if (socket.unfinished >= 2 * settings.subscriptions || messages.refusal(party, bytes)) {
      services.log.warn('a socket was closed because too many of its operations have not ended', {
        requestId: socket.requestId,
      })
      socket.close(CLOSE.tryAgainLater, 'Too many operations')
      endStreams(socket)
      return
    }
    const end = messages.add(party, bytes)
    socket.unfinished++
    try {
      await receive(messageIn(message))
    } catch (error) {
      failed(socket, error)
    } finally {
      socket.unfinished--
      end()
    }
  }

  /** Handles messages of types that only servers send, and unexpected errors. */
  function failed(socket: OpenSocket, error: unknown): void {
    if (error instanceof Error && error.message.startsWith('Unexpected message of type')) {
      socket.close(CLOSE.badMessage, 'Invalid message received')
      return
    }
    logError(services.log, 'a socket failed unexpectedly', { requestId: socket.requestId }, error)
    socket.close(CLOSE.internalError, 'Internal error')
  }
}

/** graphql-ws accepts a parsed message, although its types do not say so. */
type Receive = (message: unknown) => Promise<void>

/** The text itself if it is not JSON, or a string: graphql-ws parses texts, and closes the socket for these. */
function messageIn(text: string): unknown {
  try {
    const message = parseJson(text)
    return typeof message === 'string' ? text : message
  } catch {
    return text
  }
}

/** Shorter messages are not counted. A socket itself takes about as much memory as all of them. */
const SMALL_MESSAGE = 4 * 1024

/** graphql-ws requires an error for an operation that does not run. It sends none for an id that the client has completed. */
const UNHEARD = new GraphQLError('The client has ended the operation')

/** graphql-ws requires a document for a running operation; its content is not used. */
const ANY_DOCUMENT = parse('{ __typename }')

/** graphql-ws accepts only its own error class. These map its errors to the ones that are sent. */
const reportedBy = new WeakMap<GraphQLError, ReportedError>()

function carrierOf(reported: ReportedError): GraphQLError {
  const carrier = new GraphQLError(reported.message)
  reportedBy.set(carrier, reported)
  return carrier
}

/**
 * graphql-ws knows a stream only by its id, which a client may reuse. The socket therefore ends all remaining streams
 * itself.
 */
function tracked(socket: OpenSocket, stream: UpdateStream, watch: ApiWatch | undefined): UpdateStream {
  socket.streams.add(stream)
  watch?.streamStarted()
  void stream.over.then(() => {
    socket.streams.delete(stream)
    watch?.streamEnded()
  })
  return stream
}

/** Every message of a subscription repeats its id. */
const LONGEST_ID = 256

const idTooLong = (asked: number): GraphQLError =>
  badRequest(`The id of the operation has ${asked} characters, at most ${LONGEST_ID} are allowed`, {
    limit: 'operationIdLength',
    value: LONGEST_ID,
    asked,
  })

const tooManySubscriptions = (value: number, asked: number): GraphQLError =>
  badRequest(`${asked} operations would run on this socket at one time, at most ${value} may: open another`, {
    limit: 'subscriptionsPerSocket',
    value,
    asked,
  })

const tooSlow = ({ limit, value, asked }: Excess): GraphQLError => {
  const where = limit === 'bufferedBytes' ? 'this socket' : 'the sockets of this user or address'
  const message = `${asked} bytes wait to be read from ${where}, at most ${value} may: resume after the last event that came`
  const details = { limit, value, asked }
  return new GraphQLError(message, {
    extensions: { code: 'OVERLOADED', retryable: true, details } satisfies ErrorExtensions,
  })
}

/**
 * With a listener for upgrades, Node treats every request with an upgrade header as one, including HTTP/2 offers of curl.
 * From Node 24.9 on, this can be limited to requests for this path. What the server itself does not allow stays refused.
 */
function upgradeOnly(server: Server & { shouldUpgradeCallback?: MayUpgrade }, path: string): void {
  const mayUpgrade = server.shouldUpgradeCallback?.bind(server)
  server.shouldUpgradeCallback = (request) =>
    request.headers.upgrade?.toLowerCase() === 'websocket' &&
    request.url?.split('?')[0] === path &&
    (mayUpgrade?.(request) ?? true)
}

type MayUpgrade = (request: IncomingMessage) => boolean
type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

const upgradeListeners = (server: Server) => server.listeners('upgrade') as UpgradeListener[]

/** Spreads the opening of sockets over turns of the event loop. `before` has the listeners without that of @fastify/websocket. */
function openInTurns(server: Server, before: readonly UpgradeListener[]): void {
  const turns = createTurns(UPGRADES_A_TURN)
  const [open, ...others] = upgradeListeners(server).filter((listener) => !before.includes(listener))
  if (!open || others.length > 0) throw new Error('@fastify/websocket must add one listener for upgrades')
  server.off('upgrade', open).on('upgrade', async (request, socket, head) => {
    const destroy = () => socket.destroy()
    // Without a listener, an error of the connection would end the process.
    socket.on('error', destroy)
    await turns.next()
    socket.off('error', destroy)
    if (!socket.destroyed) open(request, socket, head)
  })
}

type InitPayload = ConnectionInitMessage['payload']

/**
 * Admits a socket whose `connection_init` has a valid credential in the same form as the header, and closes any other. A
 * browser adds no credentials to a socket by itself, so a page cannot act for its visitor. The `Origin` is therefore not
 * checked, except for publishable keys.
 */
async function admitSocket(services: Services, socket: OpenSocket, payload: InitPayload): Promise<boolean> {
  const authorization = authorizationIn(payload)
  if (authorization === undefined) {
    socket.close(CLOSE.noCredential, 'connection_init needs {"Authorization": "Bearer …"}')
    return false
  }
  const secret = bearerSecretOf(authorization)
  const authenticated = await authenticateRequest(services, authorization)
  if (authenticated.ok && foreignOrigin(authenticated.value.caller, socket.origin)) {
    socket.close(CLOSE.badCredential, 'This publishable key is not for this page')
    return false
  }
  if (authenticated.ok && secret !== undefined) {
    socket.admitted = { secret, authenticated: authenticated.value }
    return true
  }
  const tooMany = secret === undefined ? null : await services.rateLimits?.countBadCredential(socket.address)
  if (tooMany) socket.close(CLOSE.tooManyAttempts, 'Too many bad credentials from this address')
  else socket.close(CLOSE.badCredential, 'A valid API key or session is required')
  return false
}

/** Header names are case-insensitive. */
function authorizationIn(payload: InitPayload): string | undefined {
  const entry = Object.entries(payload ?? {}).find(([name]) => name.toLowerCase() === 'authorization')
  return typeof entry?.[1] === 'string' && entry[1].trim() !== '' ? entry[1] : undefined
}
