/**
 * Control characters that JSON does not escape, characters that some readers treat as a line end, and characters that
 * change the text direction.
 */
const MISREAD = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Escapes a JSON line so that every reader sees it as one line. Text from outside must not be able to start a new line,
 * move a terminal's cursor or be shown backwards.
 */
export const asOneLine = (line: string): string =>
  line.replace(MISREAD, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
