import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ownerOf, type Party } from '../limits/at-once.ts'
import { LIMITS, valuesIn } from '../limits/limits.ts'
import { createSlots } from '../limits/slots.ts'
import { replyOfCounted } from './limit-bodies.ts'
import { whenSent } from './when-sent.ts'

/** A larger body is read over several turns of the event loop, so that other requests are served in between. */
const BODY_BYTES_A_TURN = 1024 * 1024

/**
 * How many large bodies the process uses at the same time. Each takes about four times its size: as bytes, as text, as the
 * values in the text, and as what is made of them.
 */
const LARGE_AT_A_TIME = 2
const LONGEST_USE_MS = 10_000
const slots = createSlots(LARGE_AT_A_TIME, LONGEST_USE_MS)

export class TooManyValues extends Error {}

/**
 * Accepts only JSON. Any web page may send forms and plain text to another origin without a preflight request, but not
 * JSON. A large body waits until its party may use it; parties take turns.
 */
export function readJsonOnly(
  scope: FastifyInstance,
  partyOfRequest: (request: FastifyRequest) => Party | null,
): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const read = (text: string) => {
      if (valuesIn(text, LIMITS.bodyValues) > LIMITS.bodyValues)
        done(new TooManyValues('the body holds too many values'), undefined)
      else void parseJson(request, text, done)
    }
    if (body.length <= BODY_BYTES_A_TURN) read(body.toString())
    else void readLarge(request, body, read)
  })

  async function readLarge(
    request: FastifyRequest,
    body: Buffer,
    read: (text: string) => void,
  ): Promise<void> {
    const leave = await slots.take(ownerOf(partyOfRequest(request) ?? []))
    const reply = replyOfCounted(request)
    if (reply) whenSent(request, reply, leave)
    else leave()
    await nextTurn()
    const text = body.toString()
    await nextTurn()
    read(text)
  }
}
