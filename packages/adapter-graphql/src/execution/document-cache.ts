/** Values of documents, by the text and the name of the operation that a request asks for. */
export interface DocumentCache<Value> {
  get(text: string, operationName?: string): Value | undefined
  set(text: string, operationName: string | undefined, value: Value): void
}

/** Added to the length of each text, because a value takes memory even if its text is short. */
const LENGTH_OF_ENTRY = 250

/** A text that is longer than this part of a generation stays in the first one, so that a few do not replace all others. */
const LONGEST_PART = 1 / 8

interface Generation<Value> {
  readonly values: Map<string, Value>
  length: number
}

const emptyGeneration = <Value>(): Generation<Value> => ({ values: new Map(), length: 0 })

/**
 * Keeps values of texts with a total length of up to `mostLength` in each of three generations. A parsed document takes up to
 * 400 bytes per character, so this bounds the memory. A new text is in the first generation, which is emptied when it is full.
 * At its second use, a text moves to the second one. When that is full, it becomes the third one, and a text that is used there
 * moves back. So texts that are sent once replace only each other.
 */
export function createDocumentCache<Value>(mostLength: number): DocumentCache<Value> {
  let unproven = emptyGeneration<Value>()
  let newer = emptyGeneration<Value>()
  let older = emptyGeneration<Value>()

  const hasRoom = ({ length }: Generation<Value>, key: string) => length + key.length <= mostLength

  function add(generation: Generation<Value>, key: string, value: Value): void {
    generation.values.set(key, value)
    generation.length += key.length + LENGTH_OF_ENTRY
  }

  function promote(key: string, value: Value): void {
    if (!hasRoom(newer, key)) {
      older = newer
      newer = emptyGeneration()
    }
    add(newer, key, value)
  }

  return {
    get(text, operationName) {
      const key = keyOf(text, operationName)
      const value = newer.values.get(key)
      if (value !== undefined) return value
      const found = older.values.get(key) ?? unproven.values.get(key)
      if (found !== undefined && key.length <= mostLength * LONGEST_PART) promote(key, found)
      return found
    },
    set(text, operationName, value) {
      const key = keyOf(text, operationName)
      if (!hasRoom(unproven, key)) unproven = emptyGeneration()
      add(unproven, key, value)
    },
  }
}

/** No two requests share a key: GraphQL allows the character only in comments and strings, and so not after a first name. */
const keyOf = (text: string, operationName: string | undefined): string =>
  operationName === undefined ? text : `${operationName}\u0000${text}`
