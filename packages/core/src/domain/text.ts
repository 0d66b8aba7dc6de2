import { parseOrigins } from './api-keys.ts'
import { codePointsIn } from './encodings.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

interface TextRules {
  /** The shortest and longest length after trimming, in Unicode code points. */
  readonly min: number
  readonly max: number
  /** Whether line breaks and tabs are allowed. */
  readonly multiline?: boolean
}

// C0 and C1 controls, and characters that reorder or hide text (bidi overrides, isolates, BOM).
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/u
const BREAKS = /[\t\r\n]/g
const LONE_SURROGATE = /\p{Surrogate}/u

/** Refuses a value that is not a text. Programs that embed the core may pass on unchecked input. */
export const noTextRefusal = (text: unknown, field: string): Refusal | undefined =>
  typeof text === 'string' ? undefined : badInput(field, 'WRONG_TYPE', `${field} must be a text`)

/** Parses a text for display: trimmed, without control characters, with a length limit. */
export function parseText(text: string, field: string, rules: TextRules): Result<string, Refusal> {
  const noText = noTextRefusal(text, field)
  if (noText) return err(noText)
  const trimmed = text.trim()
  const length = codePointsIn(trimmed)
  if (length < rules.min || length > rules.max) {
    return err(
      badInput(
        field,
        'WRONG_LENGTH',
        `${field} must have ${rules.min} to ${rules.max} characters, it has ${length}`,
        { least: rules.min, most: rules.max, length },
      ),
    )
  }
  const checked = rules.multiline ? trimmed.replace(BREAKS, '') : trimmed
  if (CONTROL.test(checked) || LONE_SURROGATE.test(trimmed)) {
    return err(badInput(field, 'CONTROL_CHARACTERS', `${field} may not hold control characters`))
  }
  return ok(trimmed)
}

/** 1 to 120 characters of one line, without white space around them; refuses with BAD_USER_INPUT under `field`. */
export const parseTitle = (text: string) => parseText(text, 'title', { min: 1, max: 120 })

/** At most 5,000 characters, on any number of lines; refuses with BAD_USER_INPUT under `field`. */
export const parseDescription = (text: string) =>
  parseText(text, 'description', { min: 0, max: 5_000, multiline: true })

const SYMBOL = /^[A-Za-z0-9_$.-]{1,32}$/
const SHORTCODE = /^[A-Za-z0-9_-]{1,64}$/
const USERNAME = /^[a-z0-9_-]{3,32}$/

const parsePattern =
  (pattern: RegExp, shape: string) =>
  (text: string, field: string): Result<string, Refusal> =>
    typeof text === 'string' && pattern.test(text)
      ? ok(text)
      : err(badInput(field, 'WRONG_FORMAT', `${field} must be ${shape}`))

export const parseSymbol = parsePattern(SYMBOL, '1 to 32 letters, digits or any of _ $ . -')
/** 1 to 64 letters, digits, `_` or `-`; refuses with BAD_USER_INPUT under `field`. */
export const parseShortcode = parsePattern(SHORTCODE, '1 to 64 letters, digits, _ or -')
export const parseUsername = parsePattern(USERNAME, '3 to 32 lower-case letters, digits, _ or -')

const COLOR = /^#[0-9a-f]{6}$/i

/** Parses a color such as `#0b6e4f`; the result is in lower case. */
export function parseColor(text: string, field: string): Result<string, Refusal> {
  const noText = noTextRefusal(text, field)
  if (noText) return err(noText)
  const trimmed = text.trim().toLowerCase()
  return COLOR.test(trimmed)
    ? ok(trimmed)
    : err(badInput(field, 'NO_COLOR', `${field} must be a color such as #0b6e4f`))
}

const MAX_URL_LENGTH = 2_048
const PICTURE_URL = /^(?:https?:\/\/[^\s/?#]+|ipfs:\/\/\S|\/(?!\/))/i

/** Parses the URL of a picture: http, https, ipfs, or a path of this server. */
export function parsePictureUrl(text: string, field: string): Result<string, Refusal> {
  const noText = noTextRefusal(text, field)
  if (noText) return err(noText)
  const trimmed = text.trim()
  if (trimmed.length > MAX_URL_LENGTH) {
    return err(
      badInput(field, 'TOO_LONG', `${field} must have at most ${MAX_URL_LENGTH} characters`, {
        most: MAX_URL_LENGTH,
      }),
    )
  }
  if (!PICTURE_URL.test(trimmed) || /[\s"'<>\\]/u.test(trimmed) || CONTROL.test(trimmed)) {
    return err(
      badInput(field, 'NO_URL', `${field} must be an http, https or ipfs URL, or a path that begins with /`),
    )
  }
  return ok(trimmed)
}

const MAX_SHOWN_LENGTH = 200

/** The largest number of entries that a refusal lists. */
export const MAX_LISTED = 100

/** A caller's text as a refusal repeats it. A long text is cut, so that the answer stays smaller than the request. */
export const shownText = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text

/** Checks that a value is a boolean. */
export const parseFlag = (flag: boolean, field: string): Result<boolean, Refusal> =>
  typeof flag === 'boolean' ? ok(flag) : err(badInput(field, 'WRONG_TYPE', `${field} must be true or false`))

/** Parses one of a few fixed words. Programs that embed the core can pass other values at run time. */
export const parseChoice =
  <Word extends string>(field: string, words: readonly Word[]) =>
  (word: Word): Result<Word, Refusal> =>
    words.includes(word)
      ? ok(word)
      : err(badInput(field, 'UNKNOWN_VALUE', `${field} must be one of ${words.join(', ')}`))

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
