import { parseDescription, parseShortcode, parseTitle } from '@dropkit/core/internal'
import { inForms } from '../../words/messages/forms.ts'

// Each function returns the error message for a typed value. Undefined if the value is valid.

export function titleFault(title: string): string | undefined {
  if (title.trim() === '') return inForms('giveDropTitle')
  return parseTitle(title).ok ? undefined : inForms('atMost120Characters')
}

export const descriptionFault = (description: string): string | undefined =>
  parseDescription(description).ok ? undefined : inForms('atMost5000')

export const shortcodeFault = (shortcode: string): string | undefined =>
  parseShortcode(shortcode, 'shortcode').ok ? undefined : inForms('shortcodeForm')

export const priceFault = (decimals: number): string => inForms('enterPriceGreaterThan', { decimals })

/** The entries with an error. */
export const foundFaults = (faults: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

export const COUNT_FAULT = inForms('enterWholeNumberOf')
