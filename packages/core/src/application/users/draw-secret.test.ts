import { describe, expect, it } from 'vitest'
import { apiKeySecret, looksLikeApiKey } from '../../domain/api-key-secret.ts'
import { drawSecret } from './draw-secret.ts'

describe('a new secret', () => {
  it('is drawn again while the bytes are too few for it', () => {
    let draws = 0
    const random = { bytes: (length: number) => new Uint8Array(length).fill(draws++ < 3 ? 255 : 7) }
    expect(looksLikeApiKey(drawSecret(random, apiKeySecret))).toBe(true)
    expect(draws).toBe(4)
  })

  it('is not sought for ever where the source of bytes gives others than it was asked for', () => {
    expect(() => drawSecret({ bytes: () => new Uint8Array(4) }, apiKeySecret)).toThrow(
      'random gives as many bytes as it is asked for',
    )
  })
})
