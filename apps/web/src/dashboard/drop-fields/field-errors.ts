import { parseDescription, parseShortcode, parseTitle } from '@dropkit/core/internal'
import { inForms } from '../../words/messages/forms.ts'

// Each function returns the error message for a typed value. Undefined if the value is valid.

export function titleError(title: string): string | undefined {
  if (title.trim() === '') return inForms('giveDropTitle')
  return parseTitle(title).ok ? undefined : inForms('atMost120Characters')
}

export const descriptionError = (description: string): string | undefined =>
  parseDescription(description).ok ? undefined : inForms('atMost5000')

export const shortcodeError = (shortcode: string): string | undefined =>
  parseShortcode(shortcode, 'shortcode').ok ? undefined : inForms('shortcodeForm')

export const priceError = (decimals: number): string => inForms('enterPriceGreaterThan', { decimals })

/** The entries with an error. */
export const withoutUndefined = (errors: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

export const COUNT_ERROR = inForms('enterWholeNumberOf')
