import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { GrpcTypes } from '@mysten/sui/grpc'
import { applyFault, type Fault } from './faults.ts'
import { type ChangeAnswer, GRPC_STATUS, GrpcFailure } from './grpc-answers.ts'

/** The descriptor of a service: the names of its methods and the formats of their messages. */
type ServiceDescriptor = typeof GrpcTypes.LedgerService
type MethodDescriptor = ServiceDescriptor['methods'][number]

/** Returns one message for a unary method, or any number of them for a streaming method. */
type Handler = (request: never) => unknown
export type Handlers = Readonly<Record<string, Handler>>

export interface ServedService {
  readonly service: ServiceDescriptor
  /** Handlers by the local name of the method. A method without a handler is answered as unimplemented. */
  readonly handlers: Handlers
}

export interface GrpcWebServerOptions {
  readonly services: readonly ServedService[]
  /** Returns the fault of this call of the method. Called once per call. */
  readonly nextFault: (method: string) => Fault | undefined
  /** The minimum duration of each answer. Default: 0. */
  readonly latencyMs?: () => number
  /** The speed of the link, which each answer has for itself. Default: unlimited. */
  readonly bytesPerSecond?: () => number
  /** Headers for each answer. Read after the answer is known. */
  readonly headers: () => Readonly<Record<string, string>>
}

export interface GrpcWebServer {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves gRPC-web over HTTP/1.1 on a free loopback port, as text or binary, for any services. A body consists of frames:
 * one type byte (0 is a message, 128 the trailers), four bytes of length, and the data.
 */
export async function startGrpcWebServer({
  services,
  nextFault,
  latencyMs = () => 0,
  bytesPerSecond = () => Number.POSITIVE_INFINITY,
  headers,
}: GrpcWebServerOptions): Promise<GrpcWebServer> {
  const methods = new Map<
    string,
    { readonly method: MethodDescriptor; readonly handler: Handler | undefined }
  >()
  for (const { service, handlers } of services) {
    for (const method of service.methods) {
      const handler = handlers[method.localName]
      methods.set(`/${service.typeName}/${method.name}`, { method, handler })
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const found = methods.get(request.url ?? '')
    if (found === undefined) return endPlainly(response, 404)
    const fault = nextFault(found.method.name)
    if (fault?.kind === 'lost_request') return void request.destroy()
    const body = await readBody(request)
    if (latencyMs() > 0) await pause(latencyMs())
    await applyFault(fault, {
      response,
      async reply(change) {
        const bytes = await reply(found, { body, headers: request.headers }, response, change)
        for (const [name, value] of Object.entries(headers())) response.setHeader(name, value)
        return bytes
      },
      send: (bytes) => sendSlowly(response, bytes, bytesPerSecond()),
    })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!request.destroyed) response.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function reply(
  { method, handler }: { readonly method: MethodDescriptor; readonly handler: Handler | undefined },
  { body, headers }: Pick<IncomingMessage, 'headers'> & { readonly body: Buffer },
  response: ServerResponse,
  change: ChangeAnswer = (messages) => messages,
): Promise<Buffer> {
  const isText = String(headers['content-type']).startsWith('application/grpc-web-text')
  const bytes = isText ? Buffer.from(body.toString('latin1'), 'base64') : body
  let frames: Buffer
  try {
    if (handler === undefined) throw new GrpcFailure('unimplemented', `${method.name} is not served`)
    const request = method.I.fromBinary(bytes.subarray(5, 5 + bytes.readUInt32BE(1)))
    const result = await handler(request as never)
    const messages = method.serverStreaming ? (result as unknown[]) : [result]
    const sent = change(messages).map((message) =>
      frame(0, Buffer.from(method.O.toBinary(message as object))),
    )
    frames = Buffer.concat([...sent, trailers(GRPC_STATUS.ok, '')])
  } catch (error) {
    const status = error instanceof GrpcFailure ? error.status : GRPC_STATUS.internal
    frames = trailers(status, error instanceof Error ? error.message : String(error))
  }
  const encoded = isText ? Buffer.from(frames.toString('base64'), 'latin1') : frames
  response.setHeader('content-type', isText ? 'application/grpc-web-text' : 'application/grpc-web+proto')
  return encoded
}

const TICK_MS = 50

async function sendSlowly(response: ServerResponse, bytes: Buffer, bytesPerSecond: number): Promise<void> {
  let left = bytes
  while (left.length > (bytesPerSecond * TICK_MS) / 1_000 && !response.destroyed) {
    const size = Math.ceil((bytesPerSecond * TICK_MS) / 1_000)
    response.write(left.subarray(0, size))
    left = left.subarray(size)
    await pause(TICK_MS)
  }
  response.end(left)
}

function frame(type: 0 | 128, payload: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(type, 0)
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

const trailers = (status: number, message: string): Buffer =>
  frame(128, Buffer.from(`grpc-status:${status}\r\ngrpc-message:${encodeURIComponent(message)}\r\n`))

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function endPlainly(response: ServerResponse, status: number): void {
  response.writeHead(status)
  response.end()
}

type MessageType = typeof GrpcTypes.Object
type AnyMessageType = Pick<MessageType, 'fields'>

/**
 * Removes the fields of a message that its read mask does not request, as a node does, so that code that forgets to request
 * a field fails. A path consists of field names, separated by dots, as in the proto file. Without a mask, everything is
 * returned.
 */
export function masked<Message extends object>(
  type: AnyMessageType,
  message: Message,
  paths: readonly string[] | undefined,
): Message {
  if (paths === undefined || paths.includes('*')) return message
  const asked = new Map<string, string[]>()
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.')
    const deeper = asked.get(name)
    if (rest.length === 0) asked.set(name, ['*'])
    else if (deeper === undefined) asked.set(name, [rest.join('.')])
    else deeper.push(rest.join('.'))
  }
  const kept: Record<string, unknown> = { ...(message as Record<string, unknown>) }
  for (const field of type.fields) {
    // A oneof is returned whole, because no mask here selects a part of one.
    if (field.oneof !== undefined) continue
    const inner = asked.get(field.name)
    if (inner === undefined) {
      if (field.repeat) kept[field.localName] = []
      else delete kept[field.localName]
      continue
    }
    if (field.kind !== 'message') continue
    const value = kept[field.localName]
    const innerType = field.T() as AnyMessageType
    if (Array.isArray(value)) kept[field.localName] = value.map((one) => masked(innerType, one, inner))
    else if (value !== undefined) kept[field.localName] = masked(innerType, value as object, inner)
  }
  return kept as Message
}
