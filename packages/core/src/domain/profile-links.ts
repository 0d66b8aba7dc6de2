import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

const FIELD = 'links'
export const MAX_PROFILE_LINKS = 5
export const MAX_PROFILE_LINK_LENGTH = 200

const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
/** A host name with a dot, whose last label begins with a letter. No user name, and ASCII only, so that it shows where it leads. */
const LINK = new RegExp(
  String.raw`^https://(?:${LABEL}\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?(?:[/?#][\x21-\x7e]*)?$`,
)
const UNSAFE = /["'<>\\`]/

/** The links that a creator's page shows, in the given order. */
export function parseProfileLinks(given: readonly string[]): Result<readonly string[], Refusal> {
  if (!Array.isArray(given) || given.some((link) => typeof link !== 'string'))
    return err(badInput(FIELD, 'WRONG_TYPE', `${FIELD} must be a list of URLs`))
  if (given.length > MAX_PROFILE_LINKS)
    return err(
      badInput(FIELD, 'TOO_MANY', `${FIELD} must have at most ${MAX_PROFILE_LINKS} URLs`, {
        most: MAX_PROFILE_LINKS,
      }),
    )
  const links = given.map((link) => link.trim())
  if (links.some((link) => link.length > MAX_PROFILE_LINK_LENGTH))
    return err(
      badInput(
        FIELD,
        'TOO_LONG',
        `Each of ${FIELD} must have at most ${MAX_PROFILE_LINK_LENGTH} characters`,
        { most: MAX_PROFILE_LINK_LENGTH },
      ),
    )
  if (links.some((link) => !LINK.test(link) || UNSAFE.test(link)))
    return err(badInput(FIELD, 'NO_URL', `${FIELD} must be https URLs such as https://example.org/me`))
  if (new Set(links).size < links.length) return err(badInput(FIELD, 'DUPLICATE', `${FIELD} must differ`))
  return ok(links)
}
