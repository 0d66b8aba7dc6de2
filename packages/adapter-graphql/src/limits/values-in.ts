/** A name takes `JSON.parse` several times as long as a value, because objects with many names are hash tables. */
export const VALUES_PER_NAME = 5

/**
 * The approximate number of values in a JSON text: its commas and colons outside of strings, so names count as well, as
 * `VALUES_PER_NAME` each. Stops when there are more than `most`. An escaped quote inside of a string counts too, because it
 * costs as much as a value.
 */
export function valuesIn(text: string, most: number): number {
  const atMost = 1 + countOf(text, ',', most) + VALUES_PER_NAME * countOf(text, ':', most)
  return atMost <= most ? atMost : 1 + separatorsIn(text, most)
}

function countOf(text: string, sign: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0 && count <= most; at = text.indexOf(sign, at + 1)) count++
  return count
}

/** Skips from quote to quote, past the contents of strings. */
function separatorsIn(text: string, most: number): number {
  const signs = [
    { sign: ',', cost: 1, next: text.indexOf(',') },
    { sign: ':', cost: VALUES_PER_NAME, next: text.indexOf(':') },
  ]
  let count = 0
  for (let at = 0; count <= most; ) {
    const opening = text.indexOf('"', at)
    const end = opening === -1 ? text.length : opening
    for (const place of signs) {
      if (place.next !== -1 && place.next < at) place.next = text.indexOf(place.sign, at)
      for (; place.next !== -1 && place.next < end && count <= most; count += place.cost)
        place.next = text.indexOf(place.sign, place.next + 1)
    }
    if (opening === -1) break
    let closing = text.indexOf('"', opening + 1)
    for (; closing !== -1 && isEscaped(text, closing) && count <= most; count++)
      closing = text.indexOf('"', closing + 1)
    if (closing === -1) break
    at = closing + 1
  }
  return count
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
