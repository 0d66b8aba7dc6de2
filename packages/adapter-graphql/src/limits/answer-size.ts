import type { GraphQLError } from 'graphql'
import { tooComplex } from '../errors/request-error.ts'
import { LIMITS } from './limits.ts'

/** A value as JSON, or why it is not written: it would be larger than one answer may be. */
export type Written = { readonly text: string } | { readonly refusal: GraphQLError }

/**
 * Writes an answer. Its size is counted before it is written, because the same value may stand in it a thousand times;
 * no more is looked at than an answer may have.
 */
export function writeJson(value: unknown, most: number = LIMITS.answerBytes): Written {
  const least = leastBytes(value, most)
  if (least > most) return { refusal: tooLarge(most, null) }
  const text = JSON.stringify(value)
  const bytes = text.length > most / 3 ? Buffer.byteLength(text) : text.length
  return bytes > most ? { refusal: tooLarge(most, bytes) } : { text }
}

const tooLarge = (value: number, asked: number | null): GraphQLError =>
  tooComplex(
    `The answer is ${asked ?? `more than ${value}`} bytes long, at most ${value} are sent: ask for less`,
    {
      limit: 'answerBytes',
      value,
      asked,
    },
  )

/** How many bytes a value takes as JSON at the least; counting ends once there are too many. */
function leastBytes(value: unknown, most: number): number {
  let bytes = 0
  const inside: unknown[] = [value]
  while (inside.length > 0 && bytes <= most) {
    const next = inside.pop()
    if (typeof next === 'string') bytes += next.length + 2
    else if (typeof next !== 'object' || next === null) bytes += 2
    else if (Array.isArray(next)) {
      bytes += next.length + 1
      if (bytes <= most) for (const element of next) inside.push(element)
    } else {
      for (const key in next) {
        bytes += key.length + 4
        if (bytes > most) break
        inside.push((next as { readonly [key: string]: unknown })[key])
      }
    }
  }
  return bytes
}
