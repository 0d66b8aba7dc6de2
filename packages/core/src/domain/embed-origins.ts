import { parseOrigins } from './api-keys.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

const FIELD = 'embedOrigins'
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
/** A name whose last label begins with a letter. Browsers read all other names as IPv4 addresses. */
const NAME = String.raw`(?:${LABEL}\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?`
const FRAMEABLE = new RegExp(String.raw`^https?://(?:${NAME}|(?:${OCTET}\.){3}${OCTET})(?::\d+)?$`)

/**
 * The origins whose pages may embed a drop's claim page; empty for none. They are stricter than those of publishable keys,
 * because `frame-ancestors` cannot name an IPv6 address, and browsers ignore an invalid host in it.
 */
export function parseEmbedOrigins(
  given: readonly string[] | null | undefined,
): Result<readonly string[], Refusal> {
  if (given == null || (Array.isArray(given) && given.length === 0)) return ok([])
  const origins = parseOrigins(given, FIELD)
  if (!origins.ok) return origins
  const invalid = origins.value.find((origin) => !FRAMEABLE.test(origin))
  return invalid === undefined
    ? origins
    : err(badInput(FIELD, 'NO_ORIGIN', `${FIELD} must name hosts or IPv4 addresses; ${invalid} does not`))
}
