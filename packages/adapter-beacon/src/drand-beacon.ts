import {
  type BeaconChain,
  type BeaconFailure,
  type BeaconRound,
  type Clock,
  err,
  ok,
  type RandomnessBeacon,
  type Result,
  timeOfRound,
} from '@dropkit/core'
import { bytesOfHex, QUICKNET } from '@dropkit/core/internal'
import { blsRound, verifyBlsRound } from './bls-beacon.ts'

export interface DrandBeaconOptions {
  readonly clock: Clock
  /** Relays of the chain, in the order in which they are tried. Default: quicknet's public relays. */
  readonly endpoints?: readonly string[]
  /** Default: quicknet. Rounds are verified with its hash and key; relays are not trusted. */
  readonly chain?: BeaconChain
}

type Answer = Result<BeaconRound, BeaconFailure>

/** How long to wait for a relay before the next one is tried as well. */
const HEAD_START_MS = 1_000
/** The timeout of one relay, and the timeout of all relays together. */
const RELAY_TIMEOUT_MS = 5_000
const TOTAL_TIMEOUT_MS = 12_000
/** The maximum length of an answer. A round has about 300 characters. */
const MOST_CHARACTERS = 4_096

/**
 * Fetches rounds of a drand chain over HTTP. The relays are tried one after another, a second apart, and the first round
 * that the chain's key has signed is used. A relay that lies or hangs only costs time.
 */
export function createDrandBeacon({
  clock,
  endpoints = QUICKNET_ENDPOINTS,
  chain = QUICKNET,
}: DrandBeaconOptions): RandomnessBeacon {
  const verified = createRoundCache<BeaconRound>()
  const underWay = new Map<number, Promise<Answer>>()

  async function fetchRound(round: number): Promise<Answer> {
    const ended = new AbortController()
    // Not `AbortSignal.timeout`: Node keeps a signal that combines one with others until it aborts.
    const deadline = setTimeout(() => ended.abort(), TOTAL_TIMEOUT_MS)
    try {
      const answers = await race(endpoints, (endpoint) => askRelay(chain, endpoint, round, ended.signal))
      const found = answers.find((answer) => answer.ok)
      if (found?.ok) return ok(verified.put(round, found.value))
      return err(worstOf(answers, timeOfRound(chain, round)))
    } finally {
      clearTimeout(deadline)
      ended.abort()
    }
  }

  return {
    chain,
    async round(round) {
      const known = verified.get(round)
      if (known) return ok(known)
      const dueAt = timeOfRound(chain, round)
      if (clock.now() < dueAt) return err({ kind: 'not_yet', dueAt })
      const running = underWay.get(round)
      if (running) return running
      const asked = fetchRound(round).finally(() => underWay.delete(round))
      underWay.set(round, asked)
      return asked
    },
    verify: (round) => verifyBlsRound(chain, round),
  }
}

/**
 * Returns the answers up to the first success, or all answers. The next endpoint starts when one has failed, or after its
 * head start.
 */
async function race(
  endpoints: readonly string[],
  ask: (endpoint: string) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const waiting = [...endpoints]
  return new Promise((resolve) => {
    let running = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    function start(): void {
      clearTimeout(timer)
      const endpoint = waiting.shift()
      if (endpoint === undefined) {
        if (running === 0) resolve(answers)
        return
      }
      running++
      timer = setTimeout(start, HEAD_START_MS)
      void ask(endpoint).then((answer) => {
        running--
        answers.push(answer)
        if (answer.ok) {
          waiting.length = 0
          resolve(answers)
        }
        start()
      })
    }
    start()
  })
}

async function askRelay(
  chain: BeaconChain,
  endpoint: string,
  round: number,
  ended: AbortSignal,
): Promise<Answer> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(RELAY_TIMEOUT_MS)])
  try {
    const response = await fetch(`${endpoint}/${chain.hash}/public/${round}`, {
      signal,
      redirect: 'error',
      headers: { accept: 'application/json' },
    })
    // Relays answer 404 or 425 if they do not have the round yet.
    if (response.status === 404 || response.status === 425)
      return err({ kind: 'not_yet', dueAt: timeOfRound(chain, round) })
    if (!response.ok)
      return err({ kind: 'unreachable', reason: `${hostOf(endpoint)} answered ${response.status}` })
    const bytes = bytesOfHex(signatureIn(await shortText(response)))
    const found = bytes && blsRound(round, bytes)
    if (found && verifyBlsRound(chain, found)) return ok(found)
    return err({ kind: 'forged', reason: `${hostOf(endpoint)} gave a round ${round} that does not verify` })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    return err({ kind: 'unreachable', reason: `${hostOf(endpoint)}: ${reason}` })
  }
}

const hostOf = (endpoint: string): string => new URL(endpoint).host

async function shortText(response: Response): Promise<string> {
  let text = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.length > MOST_CHARACTERS)
      throw new Error(`the answer is longer than ${MOST_CHARACTERS} characters`)
  }
  return text
}

/**
 * Returns only the signature, from which the rest is derived. Without one, returns a text that is not hex, which is then refused.
 */
function signatureIn(text: string): string {
  try {
    return String(JSON.parse(text).signature)
  } catch {
    return 'none'
  }
}

/** The failure that is most important to an operator: a forgery, then a late round, then an unreachable network. */
function worstOf(answers: readonly Answer[], dueAt: number): BeaconFailure {
  const failures = answers.flatMap((answer) => (answer.ok ? [] : answer.error))
  const forged = failures.find(({ kind }) => kind === 'forged')
  if (forged) return forged
  if (failures.some(({ kind }) => kind === 'not_yet')) return { kind: 'not_yet', dueAt }
  const reasons = failures.flatMap((failure) => (failure.kind === 'unreachable' ? failure.reason : []))
  return { kind: 'unreachable', reason: reasons.join('; ') || 'no relay is configured' }
}

/**
 * The maximum number of cached rounds. Drops that reveal in the same round share it. A round stays valid forever, so
 * entries do not expire.
 */
const MOST_ROUNDS = 1_000

/** A bounded cache of values by round. The oldest entry is removed first. */
interface RoundCache<Value> {
  get(round: number): Value | undefined
  put(round: number, value: Value): Value
}

export function createRoundCache<Value>(): RoundCache<Value> {
  const values = new Map<number, Value>()
  return {
    get: (round) => values.get(round),
    put(round, value) {
      const [oldest] = values.keys()
      if (values.size >= MOST_ROUNDS && oldest !== undefined) values.delete(oldest)
      values.set(round, value)
      return value
    },
  }
}

/** Public relays of the chain, which are run by different organizations. */
export const QUICKNET_ENDPOINTS: readonly string[] = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
]
