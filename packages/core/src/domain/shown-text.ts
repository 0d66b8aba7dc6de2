const MAX_SHOWN_LENGTH = 200

/** The largest number of entries that a refusal lists. */
export const MAX_LISTED = 100

/** A caller's text as a refusal repeats it. A long text is cut, so that the answer stays smaller than the request. */
export const shownText = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text
