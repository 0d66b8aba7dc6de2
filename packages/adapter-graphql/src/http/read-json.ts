import { isAscii } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseJson } from '@dropkit/core/internal'
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ownerOf, type Party } from '../limits/at-once.ts'
import { LIMITS, valuesIn } from '../limits/limits.ts'
import { createLendingSlots } from '../limits/turns.ts'
import {
  RefusedBody,
  TOO_MANY_VALUES,
  tooManyCharacters,
  unsupportedHeader,
  unsupportedType,
} from './body-refusal.ts'
import { cutLongStrings } from './long-strings.ts'
import { onClose, whenSent } from './when-sent.ts'

/** A larger body is read over several turns of the event loop, so that other requests are served in between. */
const BODY_BYTES_A_TURN = 1024 * 1024

/**
 * How many large bodies the process uses at the same time. Each takes about twice its size: as bytes and as the values in
 * them, or as values and as what is made of them. An owner has a slot less, because requests may wait, for example for the
 * store for files. A request that takes longer gives its slot to the next one.
 */
const slots = createLendingSlots({ count: 3, countOfOwner: 2, longestMs: 2_000 })

class ClientHasGone extends Error {
  readonly statusCode = 400
}

type Done = (error: Error | null, body?: unknown) => void

/**
 * Accepts only JSON in UTF-8. Any web page may send forms and plain text to another origin without a preflight request, but
 * not JSON. For routes whose bodies are not large.
 */
export function readJsonOnly(scope: FastifyInstance): void {
  acceptJson(scope, (_request, body, done) => read(body.toString(), done))
  // Clients send a type with an empty text, too: it is no body.
  scope.addContentTypeParser('*', ({ headers }, _payload, done: Done) => {
    if (headers['content-length'] === '0') done(null)
    else done(new RefusedBody(unsupportedType(headers)))
  })
}

/** The same for routes with large bodies. Such a body waits until its party may use it; parties take turns. */
export function readLargeJsonOnly(
  scope: FastifyInstance,
  partyOfRequest: (request: FastifyRequest) => Party | null,
): void {
  const replies = new WeakMap<FastifyRequest, FastifyReply>()
  scope.addHook('preParsing', (request, reply, payload, done) => {
    // The length of a body in chunks is not known yet.
    const isSmall = Number(request.headers['content-length']) <= BODY_BYTES_A_TURN
    if (!isSmall) replies.set(request, reply)
    done(null, payload)
  })
  acceptJson(scope, (request, body, done) => {
    if (body.length <= BODY_BYTES_A_TURN) read(body.toString(), done)
    else void readLarge(request, { body }, done)
  })

  /** @param held The only reference to the body, so that it can be freed if the client goes while it waits. */
  async function readLarge(request: FastifyRequest, held: { body?: Buffer }, done: Done): Promise<void> {
    const stays = onClose(request.raw.socket, () => delete held.body)
    const leave = await slots.take(ownerOf(partyOfRequest(request) ?? []))
    stays()
    const reply = replies.get(request)
    if (held.body === undefined || request.raw.socket.destroyed || reply === undefined) {
      leave()
      done(new ClientHasGone('the client has gone'))
      return
    }
    whenSent(request.raw, reply.raw, leave)
    await nextTurn()
    const nonAscii = nonAsciiBytes(held.body)
    if (nonAscii > LIMITS.nonAsciiBytes) return done(new RefusedBody(tooManyCharacters(nonAscii)))
    const cut = await cutLongStrings(held.body, 2 * LIMITS.bodyValues).catch(() => NO_JSON)
    delete held.body
    if (cut === undefined) return done(new RefusedBody(TOO_MANY_VALUES))
    await nextTurn()
    read(cut.text, (error, value) => done(error, error ? undefined : cut.restore(value)))
  }
}

function acceptJson(
  scope: FastifyInstance,
  accept: (request: FastifyRequest, body: Buffer, done: Done) => void,
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request, body: Buffer, done: Done) => {
      const unsupported = unsupportedHeader(request.headers)
      if (unsupported) done(new RefusedBody(unsupported))
      else accept(request, body, done)
    },
  )
}

function read(text: string, done: Done): void {
  if (text === '') done(new errorCodes.FST_ERR_CTP_EMPTY_JSON_BODY())
  else if (valuesIn(text, LIMITS.bodyValues) > LIMITS.bodyValues) done(new RefusedBody(TOO_MANY_VALUES))
  else {
    const value = jsonIn(text)
    if (value === undefined) done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY())
    else done(null, value)
  }
}

const BYTE_ORDER_MARK = '\ufeff'

/** Undefined if the text is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return parseJson(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

/** What is parsed if a long string is not valid. */
const NO_JSON = { text: '"', restore: (value: unknown) => value }

const PART_BYTES = 64 * 1024

/** The bytes of all parts of a body in which a character is not ASCII: reading those takes several times as long. */
function nonAsciiBytes(body: Buffer): number {
  let bytes = 0
  for (let begin = 0; begin < body.length; begin += PART_BYTES) {
    const part = body.subarray(begin, begin + PART_BYTES)
    if (!isAscii(part)) bytes += part.length
  }
  return bytes
}
