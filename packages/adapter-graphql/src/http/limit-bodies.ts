import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAtOnceLimit, type Party } from '../limits/at-once.ts'
import { LIMITS, type RateRefusal } from '../limits/limits.ts'
import { whenSent } from './when-sent.ts'

/** Smaller bodies are not counted. A connection itself takes about as much memory. */
const SMALL_BODY_BYTES = 16 * 1024

export class TooManyBodies extends Error {
  readonly refusal: RateRefusal
  constructor(refusal: RateRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** One count for all routes of the process. */
const bodies = createAtOnceLimit({
  limit: 'bodyBytesAtOnce',
  value: LIMITS.bodyBytesAtOnce,
  unit: 'bytes of large bodies',
})

/**
 * Limits the bodies that the requests of a party keep in memory, because a client may send a part of each and then stop.
 * A body counts with its declared length, or else with the bytes that arrived, until its request is answered. Beyond the
 * limit, requests fail with `TooManyBodies`. Bodies of requests without a party are not counted.
 */
export function limitBodies(
  scope: FastifyInstance,
  partyOfRequest: (request: FastifyRequest) => Party | null,
): void {
  scope.addHook('preParsing', (request, reply, payload, done) => {
    const declared = Number(request.headers['content-length'] ?? 0)
    const isChunked = request.headers['transfer-encoding'] !== undefined
    const party = !isChunked && declared <= SMALL_BODY_BYTES ? null : partyOfRequest(request)
    if (party === null) return done(null, payload)
    const count = counterOf(party, request, reply)
    try {
      // A longer body is refused by its length.
      if (!isChunked) count(Math.min(declared, request.routeOptions.bodyLimit ?? LIMITS.bodyBytes))
    } catch (error) {
      return done(error as Error)
    }
    if (!isChunked) return done(null, payload)
    const counting = countingPieces(payload, count)
    // Node discards the rest of a body only if nothing else reads it.
    whenSent(request.raw, reply.raw, () => payload.unpipe(counting).resume())
    return done(null, counting)
  })
}

/** Counts the bytes of a request's body. The returned function throws if they are too many. */
function counterOf(party: Party, request: FastifyRequest, reply: FastifyReply): (bytes: number) => void {
  const ends: (() => void)[] = []
  whenSent(request.raw, reply.raw, () => {
    for (const end of ends) end()
  })
  return (bytes) => {
    const refusal = bodies.refusal(party, bytes)
    if (refusal) throw new TooManyBodies(refusal)
    ends.push(bodies.add(party, bytes))
  }
}

/** Passes a body on, and counts its bytes, at least `SMALL_BODY_BYTES` at a time. An error of `count` ends it. */
function countingPieces(body: Readable, count: (bytes: number) => void): Transform {
  let uncounted = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      uncounted += chunk.length
      try {
        if (uncounted > SMALL_BODY_BYTES) {
          count(uncounted)
          uncounted = 0
        }
        next(null, chunk)
      } catch (error) {
        next(error as Error)
      }
    },
  })
  // Fastify listens for errors only until it has refused the body. A later error must not end the process.
  counting.on('error', () => {})
  // `pipe` does not pass on that the client has gone.
  body.once('error', (error) => counting.destroy(error))
  return body.pipe(counting)
}
