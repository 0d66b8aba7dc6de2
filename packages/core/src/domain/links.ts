import { parseOrigins } from './api-keys.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

const ORIGINS_FIELD = 'embedOrigins'
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
  const origins = parseOrigins(given, ORIGINS_FIELD)
  if (!origins.ok) return origins
  const invalid = origins.value.find((origin) => !FRAMEABLE.test(origin))
  return invalid === undefined
    ? origins
    : err(
        badInput(
          ORIGINS_FIELD,
          'NO_ORIGIN',
          `${ORIGINS_FIELD} must name hosts or IPv4 addresses; ${invalid} does not`,
        ),
      )
}

const LINKS_FIELD = 'links'
export const MAX_PROFILE_LINKS = 5
export const MAX_PROFILE_LINK_LENGTH = 200
/** A host name with a dot, whose last label begins with a letter. No user name, and ASCII only, so that it shows where it leads. */
const LINK = new RegExp(
  String.raw`^https://(?:${LABEL}\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?(?:[/?#][\x21-\x7e]*)?$`,
)
const UNSAFE = /["'<>\\`]/

/** The links that a creator's page shows, in the given order. */
export function parseProfileLinks(given: readonly string[]): Result<readonly string[], Refusal> {
  if (!Array.isArray(given) || given.some((link) => typeof link !== 'string'))
    return err(badInput(LINKS_FIELD, 'WRONG_TYPE', `${LINKS_FIELD} must be a list of URLs`))
  if (given.length > MAX_PROFILE_LINKS)
    return err(
      badInput(LINKS_FIELD, 'TOO_MANY', `${LINKS_FIELD} must have at most ${MAX_PROFILE_LINKS} URLs`, {
        most: MAX_PROFILE_LINKS,
      }),
    )
  const links = given.map((link) => link.trim())
  if (links.some((link) => link.length > MAX_PROFILE_LINK_LENGTH))
    return err(
      badInput(
        LINKS_FIELD,
        'TOO_LONG',
        `Each of ${LINKS_FIELD} must have at most ${MAX_PROFILE_LINK_LENGTH} characters`,
        { most: MAX_PROFILE_LINK_LENGTH },
      ),
    )
  if (links.some((link) => !LINK.test(link) || UNSAFE.test(link)))
    return err(
      badInput(LINKS_FIELD, 'NO_URL', `${LINKS_FIELD} must be https URLs such as https://example.org/me`),
    )
  if (new Set(links).size < links.length)
    return err(badInput(LINKS_FIELD, 'DUPLICATE', `${LINKS_FIELD} must differ`))
  return ok(links)
}
