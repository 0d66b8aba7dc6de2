import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ownerOf, type Party } from '../limits/at-once.ts'
import { LIMITS, valuesIn } from '../limits/limits.ts'
import { createSlots } from '../limits/turns.ts'
import { onClose, whenSent } from './when-sent.ts'

/** A larger body is read over several turns of the event loop, so that other requests are served in between. */
const BODY_BYTES_A_TURN = 1024 * 1024

/**
 * How many large bodies the process uses at the same time. Each takes about four times its size: as bytes, as text, as the
 * values in the text, and as what is made of them.
 */
const LARGE_AT_A_TIME = 2
/** A request that takes longer, for example because the store for files is slow, no longer delays others. */
const LONGEST_USE_MS = 2_000
const slots = createSlots(LARGE_AT_A_TIME, LONGEST_USE_MS)

export class TooManyValues extends Error {}

class ClientHasGone extends Error {
  readonly statusCode = 400
}

type Done = (error: Error | null, body?: unknown) => void

/**
 * Accepts only JSON. Any web page may send forms and plain text to another origin without a preflight request, but not
 * JSON. A large body waits until its party may use it; parties take turns.
 */
export function readJsonOnly(
  scope: FastifyInstance,
  partyOfRequest: (request: FastifyRequest) => Party | null,
): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error')
  const replies = new WeakMap<FastifyRequest, FastifyReply>()
  scope.addHook('preParsing', (request, reply, payload, done) => {
    // The length of a body in chunks is not known yet.
    const isSmall = Number(request.headers['content-length']) <= BODY_BYTES_A_TURN
    if (!isSmall) replies.set(request, reply)
    done(null, payload)
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request, body: Buffer, done: Done) => {
      if (body.length <= BODY_BYTES_A_TURN) read(request, body.toString(), done)
      else void readLarge(request, { body }, done)
    },
  )

  function read(request: FastifyRequest, text: string, done: Done): void {
    if (valuesIn(text, LIMITS.bodyValues) > LIMITS.bodyValues)
      done(new TooManyValues('the body holds too many values'))
    else void parseJson(request, text, done)
  }

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
    whenSent(request, reply, leave)
    await nextTurn()
    const text = held.body?.toString() ?? ''
    delete held.body
    await nextTurn()
    read(request, text, done)
  }
}
