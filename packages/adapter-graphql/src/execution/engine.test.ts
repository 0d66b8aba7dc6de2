import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDocumentCache } from './engine.ts'

const SIZE = 6

test('evicts the least recently used entries', () => {
  const use = fc.record({ text: fc.constantFrom(...'abcdefghijklmn'), isNew: fc.boolean() })
  fc.assert(
    fc.property(fc.array(use, { maxLength: 100 }), (uses) => {
      const cache = createDocumentCache<string>(SIZE)
      /** The used texts, most recent first. */
      let used: string[] = []
      for (const { text, isNew } of uses) {
        const found = cache.get(text)
        if (used.slice(0, SIZE / 2).includes(text)) expect(found).toBe(`value of ${text}`)
        if (found === undefined && !isNew) continue
        if (found === undefined) cache.set(text, `value of ${text}`)
        used = [text, ...used.filter((other) => other !== text)]
      }
      const kept = [...'abcdefghijklmn'].filter((text) => cache.get(text) !== undefined)
      expect(kept.length).toBeLessThanOrEqual(SIZE)
    }),
  )
})
