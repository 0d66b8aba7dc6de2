import { scrypt } from 'node:crypto'
import { type Clock, err, type HumanCheck, type HumanSubject, ok, type Secrets } from '@dropkit/core'
import { createFairSlots, MINUTE_MS, SEALED_FOR } from '@dropkit/core/internal'

export interface ProofOfWorkOptions {
  readonly clock: Clock
  readonly secrets: Secrets
  /** The number of leading zero bits that a solution needs under low load. It takes 2^bits hashes on average. */
  readonly leastDifficulty?: number
  /** The parameter N of scrypt. With r = 8, one hash takes 1,024 × N bytes. */
  readonly cost?: number
}

/** One hash takes 4 MiB, about 10 ms of a server core and 20 to 60 ms on a claimer's device. */
const COST = 4_096
const BLOCK_SIZE = 8
const DIGEST_BYTES = 32
const LIFETIME_MS = 5 * MINUTE_MS
/** Above this rate of passed proofs per minute, each doubling of the rate adds one bit of difficulty. */
const CALM_PER_MINUTE = 60
const MOST_EXTRA_BITS = 5

/** Verifications run on Node's four background threads, which file access and DNS also use. */
const MOST_RUNNING = 2
/**
 * About one second of verifications. More are rejected, first those of the user who sent the most, so that wrong proofs
 * stall neither the server nor other users.
 */
const MOST_WAITING = 200
const RETRY_MS = 1_000
/**
 * The number of challenges with a wrong proof that are remembered. They get no second attempt, so that each wrong proof
 * costs its sender another request.
 */
const MOST_REMEMBERED = 10_000

const NONCE = /^[0-9A-Za-z]{1,32}$/

interface Payload {
  readonly dropId: string
  readonly wallet: string
  readonly issuedAt: number
  readonly difficulty: number
}

/**
 * A memory-hard proof of work. A challenge is sealed under the master key and stored nowhere, so that any server can verify
 * it. Its proof is `<challenge>.<nonce>`. scrypt of the nonce, with the challenge as salt, must begin with `difficulty`
 * zero bits.
 */
export function createProofOfWork(options: ProofOfWorkOptions): HumanCheck {
  const { clock, secrets, leastDifficulty = 5, cost = COST } = options
  const load = createLoad()
  const failed = new Set<string>()
  const run = createFairSlots({ mostRunning: MOST_RUNNING, mostWaiting: MOST_WAITING })

  function read(text: string): Payload | undefined {
    try {
      return JSON.parse(new TextDecoder().decode(secrets.open(text, SEALED_FOR.humanChallenge()))) as Payload
    } catch {
      return undefined
    }
  }

  return {
    challenge({ dropId, wallet }) {
      const issuedAt = clock.now()
      const difficulty = leastDifficulty + load.extraBits(issuedAt)
      const payload: Payload = { dropId, wallet, issuedAt, difficulty }
      const sealed = secrets.seal(
        new TextEncoder().encode(JSON.stringify(payload)),
        SEALED_FOR.humanChallenge(),
      )
      return {
        check: 'PROOF_OF_WORK',
        text: sealed,
        difficulty,
        cost,
        expiresAt: issuedAt + LIFETIME_MS,
      }
    },

    async verify(subject, proof, userId) {
      const end = proof.lastIndexOf('.')
      const text = proof.slice(0, end)
      const nonce = proof.slice(end + 1)
      const payload = NONCE.test(nonce) ? read(text) : undefined
      if (payload === undefined) return failure('malformed')
      if (!isFor(subject, payload)) return failure('other_subject')
      if (clock.now() >= payload.issuedAt + LIFETIME_MS) return failure('expired')
      if (failed.has(text)) return failure('wrong')
      const digest = await run(userId, () => hash(nonce, text, cost))
      if (digest === undefined)
        return err({
          kind: 'overloaded',
          retryAfterMs: RETRY_MS,
          message: 'Too many proofs wait for their verification; try again shortly',
          details: { limit: 'waiting proofs', value: MOST_WAITING },
        })
      if (leadingZeroBits(digest) < payload.difficulty) {
        if (failed.size >= MOST_REMEMBERED) failed.clear()
        failed.add(text)
        return failure('wrong')
      }
      load.count(clock.now())
      return ok(payload.issuedAt)
    },
  }
}

const failure = (reason: 'malformed' | 'other_subject' | 'expired' | 'wrong') =>
  err({ kind: 'human_check_failed', reason } as const)

const isFor = ({ dropId, wallet }: HumanSubject, payload: Payload): boolean =>
  payload.dropId === dropId && payload.wallet === wallet

const hash = (nonce: string, text: string, cost: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) =>
    scrypt(nonce, text, DIGEST_BYTES, { N: cost, r: BLOCK_SIZE, p: 1 }, (error, digest) =>
      error ? reject(error) : resolve(digest),
    ),
  )

export function leadingZeroBits(bytes: Uint8Array): number {
  const index = bytes.findIndex((byte) => byte !== 0)
  return index === -1 ? bytes.length * 8 : index * 8 + Math.clz32(bytes[index] ?? 0) - 24
}

/**
 * Counts the proofs that passed in this minute and the previous one. Wrong proofs are not counted, so that raising the
 * difficulty always costs work.
 */
function createLoad() {
  let minute = 0
  let passed = 0
  let before = 0
  function turnTo(now: number): void {
    const current = Math.floor(now / MINUTE_MS)
    if (current === minute) return
    before = current === minute + 1 ? passed : 0
    passed = 0
    minute = current
  }
  return {
    count(now: number): void {
      turnTo(now)
      passed++
    },
    extraBits(now: number): number {
      turnTo(now)
      const perMinute = Math.max(passed, before)
      if (perMinute < CALM_PER_MINUTE) return 0
      return Math.min(MOST_EXTRA_BITS, 1 + Math.floor(Math.log2(perMinute / CALM_PER_MINUTE)))
    },
  }
}
