interface CoercionFault {
  readonly message: string
  /** The input field that is at fault, where the message tells. */
  readonly field: string | undefined
}

const INVALID_VARIABLE = /^Variable "\$(\w+)" got invalid value .*?(?: at "([^"]+)")?; (.*)$/s
const REQUIRED_FIELD = /Field "?(?:\w+\.)?(\w+)"? of required type/

/**
 * Shortens what graphql-js says of a variable: it repeats the whole value, which may be a file or a key, and names the
 * field that is wrong somewhere behind it.
 */
export function coercionFault(message: string): CoercionFault {
  const required = REQUIRED_FIELD.exec(message)?.[1]
  const match = lastMatch(message)
  if (!match) return { message, field: required }
  const { variable, place, reason } = match
  const where = place ?? `$${variable}`
  return { message: `Invalid value at ${where}: ${reason}`, field: required ?? fieldOf(place) }
}

/** The value may hold anything, also what looks like the end of it: the last end counts. */
function lastMatch(message: string) {
  const match = INVALID_VARIABLE.exec(message)
  if (!match) return undefined
  const [, variable = '', , rest = ''] = match
  const end = message.lastIndexOf('; ')
  const place = / at "([^"]+)"$/.exec(message.slice(0, end))?.[1]
  return { variable, place, reason: end < 0 ? rest : message.slice(end + 2) }
}

const fieldOf = (place: string | undefined): string | undefined => place?.split('.').at(-1)
