/** The origins that a user typed, separated by spaces, commas or new lines. */
export const originsTyped = (text: string): readonly string[] =>
  text.split(/[\s,]+/).filter((origin) => origin !== '')

/** The origins as a user types them. */
export const originsAsText = (origins: readonly string[]): string => origins.join(' ')
