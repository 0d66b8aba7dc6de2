import {
  type Address,
  COMPARISONS,
  err,
  type FactRequest,
  type OwnFacts,
  ok,
  type RuleKind,
  readWholeNumber,
  thresholdRule,
} from '@dropkit/core'
import { parseJson } from '@dropkit/core/internal'
import { Agent, buildConnector, request } from 'undici'
import {
  createDnsResolver,
  createPinnedAddresses,
  judgeAddress,
  parseReceiverUrl,
  type ResolveName,
  resolveLocally,
} from './address-guard.ts'
import { type Deadline, failureReason, refusalOf, startDeadline } from './failure-reason.ts'

/** The source of the facts; `subject` is the name of a fact. */
const SOURCE = 'own:http'

const FACT_NAME = /^[A-Za-z][\w./-]{0,63}$/

/**
 * A rule such as `http_fact >= guild/level:3`, which compares a number that the operator's HTTP endpoint returns for each
 * wallet.
 */
export const httpFactKind: RuleKind = {
  key: 'http_fact',
  operators: COMPARISONS,
  valueShape: 'the name of a fact, a colon and a whole number, such as "guild/level:3"',
  read: (operator, value) => {
    const colon = value.lastIndexOf(':')
    const name = value.slice(0, colon).trim()
    const threshold = readWholeNumber(value.slice(colon + 1))
    const errors = [
      ...(colon > 0 && FACT_NAME.test(name)
        ? []
        : ['the name must have 1 to 64 letters, digits and _ . / -, and begin with a letter']),
      ...(threshold === undefined ? ['after the last colon there must be a whole number'] : []),
    ]
    return threshold === undefined || errors.length > 0
      ? err(errors)
      : ok(thresholdRule({ source: SOURCE, subject: name }, operator, threshold))
  },
}

/** If all connections are busy, further questions wait. If there are more than `MAX_QUESTIONS`, they fail. */
const MAX_CONNECTIONS = 8
const MAX_QUESTIONS = 200
const MAX_ANSWER_BYTES = 256 * 1024
const MAX_ANSWER_HEADER_BYTES = 16_384

/** The endpoint works, but did not answer this question. Any other error is a failure of the endpoint. */
class FactError extends Error {
  override readonly name = 'FactError'
}

const TOO_MANY_REQUESTS = 429
const isFailureOfEndpoint = (status: number): boolean => status === TOO_MANY_REQUESTS || status >= 500

export interface HttpFactsOptions {
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined
  /** Hosts that the operator permits even if they are, or resolve to, private addresses. */
  readonly privateHosts: readonly string[]
  /** In milliseconds; never goes backwards. */
  readonly monotonicNow: () => number
  /** The timeout of a whole question, from resolving the name to the end of the answer. Default: 3 s. */
  readonly timeoutMs?: number
  /** Resolves the addresses of a name. Default: DNS; for `privateHosts`, the resolver of the machine. */
  readonly resolve?: ResolveName
}

export interface HttpFacts extends OwnFacts {
  /** Why the endpoint can never be asked. Undefined if it can. */
  readonly objection: string | undefined
  close(): Promise<void>
}

/**
 * Asks an HTTP endpoint: `POST {"fact": "guild/level", "wallets": ["0x…"]}`, which answers `{"facts": {"0x…": "3"}}`. If
 * the answer omits a wallet, its fact is unknown. Any failure throws, so that an endpoint that is down makes no wallet
 * eligible or ineligible.
 */
export function createHttpFacts({
  url: text,
  token,
  privateHosts,
  monotonicNow,
  timeoutMs = 3_000,
  resolve: givenResolve,
}: HttpFactsOptions): HttpFacts {
  const allowPrivate = privateHosts.some((host) => host.toLowerCase() === hostOf(text))
  const endpoint = parseReceiverUrl(text, allowPrivate)
  const resolve = givenResolve ?? (allowPrivate ? resolveLocally : createDnsResolver())
  const pinned = createPinnedAddresses()
  const agent = new Agent({
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    connect: buildConnector({ timeout: timeoutMs, allowH2: false, lookup: pinned.lookup }),
  })
  const pause = createPause(monotonicNow)
  const factPauses = createFactPauses(monotonicNow)
  let questions = 0

  async function post(fact: string, wallets: readonly Address[], deadline: Deadline): Promise<string> {
    if (!endpoint.ok) throw new Error(endpoint.error.message)
    const { url, host } = endpoint.value
    if (host.form === 'name') {
      const addresses = await deadline.meet(resolve(host.host, deadline.signal))
      if (addresses.some((ip) => refusalOf(judgeAddress(ip), allowPrivate) !== undefined))
        throw new Error(`${host.host} resolves to an address that is not permitted`)
      // The endpoint has one name, so its newest addresses may stay held.
      pinned.hold(host.host, addresses)
    }
    const { statusCode, body } = await deadline.meet(
      request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'user-agent': 'dropkit-facts',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ fact, wallets }),
        signal: deadline.signal,
      }),
    )
    // If the body is not read to its end, it emits an error after the request has been handled.
    body.on('error', () => {})
    if (statusCode !== 200) {
      body.destroy()
      const message = `the endpoint answered with status ${statusCode}`
      throw isFailureOfEndpoint(statusCode) ? new Error(message) : new FactError(message)
    }
    return await deadline.meet(boundedText(body))
  }

  return {
    objection: endpoint.ok ? undefined : endpoint.error.message,
    async ask({ source, subject }: FactRequest, wallets: readonly Address[]) {
      if (source !== SOURCE) throw new Error(`there is no source of facts ${source}`)
      if (questions >= MAX_QUESTIONS) throw new Error('too many questions wait for the endpoint')
      const factPause = factPauses.of(subject)
      if (!pause.mayEnter()) throw new Error('the endpoint failed before and is asked again later')
      if (!factPause.mayEnter()) throw new Error('this fact failed before and is asked again later')
      const [passage, factPassage] = [pause.enter(), factPause.enter()]
      const deadline = startDeadline(timeoutMs)
      questions++
      try {
        const facts = readFacts(await post(subject, wallets, deadline), new Set(wallets))
        passage.succeeded()
        factPassage.succeeded()
        return facts
      } catch (error) {
        if (error instanceof FactError) {
          passage.succeeded()
          factPassage.failed()
        } else {
          passage.failed()
          factPassage.cancelled()
        }
        const isOurs = error instanceof Error && !('code' in error)
        throw isOurs ? error : new Error(failureReason(error), { cause: error })
      } finally {
        questions--
        deadline.clear()
      }
    },
    close: () => agent.destroy(),
  }
}

const hostOf = (text: string): string | undefined => URL.parse(text)?.hostname

async function boundedText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new FactError(`the answer has more than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The facts of the requested wallets. Throws if one of them is not a whole number. */
function readFacts(text: string, asked: ReadonlySet<Address>): ReadonlyMap<Address, bigint> {
  const answer: unknown = parsed(text)
  const facts = typeof answer === 'object' && answer !== null && 'facts' in answer ? answer.facts : undefined
  if (typeof facts !== 'object' || facts === null || Array.isArray(facts))
    throw new FactError('the answer is not JSON of the form {"facts": {…}}')
  const known = new Map<Address, bigint>()
  for (const [wallet, value] of Object.entries(facts)) {
    if (!asked.has(wallet as Address)) continue
    const isWhole = typeof value === 'string' || Number.isSafeInteger(value)
    const fact = isWhole ? readWholeNumber(String(value)) : undefined
    if (fact === undefined) throw new FactError(`the fact of ${wallet} is not a whole number`)
    known.set(wallet as Address, fact)
  }
  return known
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

const FAILURES_TO_PAUSE = 5
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** One call. The caller must report the result exactly once. */
interface Passage {
  succeeded(): void
  failed(): void
  /** The call decided nothing. */
  cancelled(): void
}

interface Pause {
  mayEnter(): boolean
  /** Must not be called unless `mayEnter()`. */
  enter(): Passage
}

/**
 * Stops calls after five consecutive failures: first for a second, then twice as long each time, up to 30 s. After a pause,
 * one call is made, and its result decides.
 */
function createPause(monotonicNow: () => number): Pause {
  let failures = 0
  let pauseMs = FIRST_PAUSE_MS
  let endsAtMs = Number.NEGATIVE_INFINITY
  let isProbing = false

  const isPaused = () => failures >= FAILURES_TO_PAUSE

  return {
    mayEnter: () => !isPaused() || (!isProbing && monotonicNow() >= endsAtMs),
    enter() {
      const isProbe = isPaused()
      isProbing = isProbe
      /** The result of a call that started before the pause is ignored. */
      const counts = () => isProbe || !isPaused()
      return {
        succeeded() {
          if (!counts()) return
          isProbing = false
          failures = 0
          pauseMs = FIRST_PAUSE_MS
        },
        failed() {
          if (!counts()) return
          failures++
          if (!isPaused()) return
          if (isProbe) pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
          isProbing = false
          endsAtMs = monotonicNow() + pauseMs
        },
        cancelled() {
          if (isProbe) isProbing = false
        },
      }
    },
  }
}

/** The most recently requested facts whose pauses are remembered. Rules can name any number of facts. */
const REMEMBERED_FACTS = 1_000

/** A pause for each fact, so that facts that the endpoint does not know delay no others. */
function createFactPauses(monotonicNow: () => number) {
  const pauses = new Map<string, Pause>()
  return {
    of(fact: string): Pause {
      const pause = pauses.get(fact) ?? createPause(monotonicNow)
      pauses.delete(fact)
      pauses.set(fact, pause)
      const [oldest] = pauses.keys()
      if (pauses.size > REMEMBERED_FACTS && oldest !== undefined) pauses.delete(oldest)
      return pause
    },
  }
}
