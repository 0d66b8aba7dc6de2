import { utf8 } from '../../domain/encodings.ts'
import { type Instant, MINUTE_MS } from '../../domain/instant.ts'
import { parseExternalId } from '../../domain/payment/payment-intent.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SEALED_FOR } from '../../domain/sealed-purposes.ts'
import { NOBODY } from '../../domain/user.ts'
import type { Ports } from '../../ports/index.ts'
import type { Authenticated } from './authenticate.ts'
import { openToken, sealToken } from './secrets.ts'

type VisitPorts = Pick<Ports, 'store' | 'clock' | 'secrets'>

const LIFETIME_MS = 12 * 60 * MINUTE_MS
const PREFIX = 'dv_'
/** Real tokens have about 200 characters. */
const MAX_TOKEN_LENGTH = 1_024
const UNAUTHENTICATED: Refusal = { kind: 'unauthenticated' }

/** A started visit. Its token represents a caller without a user. */
export interface StartedVisit {
  /** `dv_…` */
  readonly token: string
  readonly expiresAt: Instant
}

/** The content of a token, as JSON. */
interface Visit {
  readonly expiresAt: Instant
  readonly paymentIntentId: string | null
}

/**
 * Makes a token with which a page without a user reads public data and, if it names one (`pi_…`), a payment. The token
 * itself contains everything, sealed, so anonymous visitors leave nothing in the store.
 */
export async function startVisit(
  ports: VisitPorts,
  input: { readonly paymentIntentId?: string | null | undefined },
): Promise<Result<StartedVisit, Refusal>> {
  const { paymentIntentId = null } = input
  if (paymentIntentId !== null) {
    const externalId = parseExternalId(paymentIntentId)
    const intent = externalId && (await ports.store.paymentIntentByExternalId(externalId))
    if (!intent) return err(notFound('Payment intent'))
  }
  const visit: Visit = { expiresAt: ports.clock.now() + LIFETIME_MS, paymentIntentId }
  const token = sealToken(ports.secrets, utf8(JSON.stringify(visit)), SEALED_FOR.visit())
  return ok({ token: PREFIX + token, expiresAt: visit.expiresAt })
}

/** The visitor with this token; refused after it has expired. */
export function readVisit(
  ports: Pick<VisitPorts, 'clock' | 'secrets'>,
  token: string,
): Result<Authenticated, Refusal> {
  if (!token.startsWith(PREFIX) || token.length > MAX_TOKEN_LENGTH) return err(UNAUTHENTICATED)
  const visit = openVisit(ports, token.slice(PREFIX.length))
  if (!visit || ports.clock.now() >= visit.expiresAt) return err(UNAUTHENTICATED)
  const credential = { kind: 'visitor', paymentIntentId: visit.paymentIntentId } as const
  return ok({ caller: { user: NOBODY, credential }, requestsPerMinute: null })
}

function openVisit({ secrets }: Pick<VisitPorts, 'secrets'>, token: string): Visit | undefined {
  const bytes = openToken(secrets, token, SEALED_FOR.visit())
  return bytes && (JSON.parse(String.fromCharCode(...bytes)) as Visit)
}
