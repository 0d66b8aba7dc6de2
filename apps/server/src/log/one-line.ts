/** Control characters that JSON leaves as they are, what else some readers take for the end of a line, and what turns text round. */
const MISREAD = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * A line of JSON that is one line, and shows what it holds, to every reader: nothing that somebody sent may look like a
 * line of its own, move a terminal's cursor, or be shown backwards.
 */
export const asOneLine = (line: string): string =>
  line.replace(MISREAD, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
