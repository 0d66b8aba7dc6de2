/**
 * The approximate number of values in a JSON text: its commas and colons outside of strings, so names count as well. Stops
 * when there are more than `most`. An escaped quote inside of a string counts too, because it costs as much.
 */
export function valuesIn(text: string, most: number): number {
  const atMost = 1 + countOf(text, ',', most) + countOf(text, ':', most)
  return atMost <= most ? atMost : 1 + separatorsIn(text, most)
}

function countOf(text: string, sign: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0 && count <= most; at = text.indexOf(sign, at + 1)) count++
  return count
}

/** Skips from quote to quote, past the contents of strings. */
function separatorsIn(text: string, most: number): number {
  const signs = [',', ':'].map((sign) => ({ sign, next: text.indexOf(sign) }))
  let count = 0
  for (let at = 0; count <= most; ) {
    const opening = text.indexOf('"', at)
    const end = opening === -1 ? text.length : opening
    for (const place of signs) {
      if (place.next !== -1 && place.next < at) place.next = text.indexOf(place.sign, at)
      for (; place.next !== -1 && place.next < end && count <= most; count++)
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
