import { parseDescription, parseShortcode, parseTitle } from '@dropkit/core/internal'

// What is wrong with what was typed into a field of a drop, new or not; undefined: nothing.

export function titleFault(title: string): string | undefined {
  if (title.trim() === '') return 'Give the drop a title.'
  return parseTitle(title).ok ? undefined : 'At most 120 characters, on one line.'
}

export const descriptionFault = (description: string): string | undefined =>
  parseDescription(description).ok ? undefined : 'At most 5,000 characters.'

export const shortcodeFault = (shortcode: string): string | undefined =>
  parseShortcode(shortcode, 'shortcode').ok ? undefined : '1 to 64 letters, digits, _ or -.'

export const priceFault = (decimals: number): string =>
  `Enter a price greater than 0, with at most ${decimals} decimals.`

/** Those of a form's fields that have one. */
export const foundFaults = (faults: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

export const COUNT_FAULT = 'Enter a whole number of at least 1, or leave it empty.'
