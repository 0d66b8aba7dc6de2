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
export const parseTitle = (text: string, field = 'title') => parseText(text, field, { min: 1, max: 120 })

/** At most 5,000 characters, on any number of lines; refuses with BAD_USER_INPUT under `field`. */
export const parseDescription = (text: string, field = 'description') =>
  parseText(text, field, { min: 0, max: 5_000, multiline: true })

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
