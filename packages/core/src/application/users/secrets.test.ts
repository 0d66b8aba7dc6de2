import { describe, expect, it } from 'vitest'
import { apiKeySecret, looksLikeApiKey } from '../../domain/api-keys.ts'
import { drawSecret } from './secrets.ts'

describe('a new secret', () => {
  it('is drawn again while the bytes are too few for it', () => {
    let draws = 0
    const random = { bytes: (length: number) => new Uint8Array(length).fill(draws++ < 3 ? 255 : 7) }
    expect(looksLikeApiKey(drawSecret(random, apiKeySecret))).toBe(true)
    expect(draws).toBe(4)
  })

  it('is retried a limited number of times if the random source returns wrong bytes', () => {
    expect(() => drawSecret({ bytes: () => new Uint8Array(4) }, apiKeySecret)).toThrow(
      'random gives as many bytes as it is asked for',
    )
  })
})
