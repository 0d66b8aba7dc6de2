const MAX_SHOWN_LENGTH = 200

/** The most entries that a refusal lists. */
export const MAX_LISTED = 100

/** What a caller sent, as a refusal repeats it: a long text is cut, so that the answer is never as large as the request. */
export const shownText = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text
