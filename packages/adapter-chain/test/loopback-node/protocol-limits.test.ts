import { MAX_PIECES_PER_CLAIM } from '@dropkit/core/internal'
import { describe, expect, test } from 'vitest'
import { excessOf } from './protocol-limits.ts'

// On the chain, a description has at most 12,000 bytes, a name 480 bytes, an image URL 2,048 characters, and the attributes
// of the collection and of the piece itself 2,000 bytes each.
const LONGEST_PIECE_BYTES = 12_000 + 480 + 2_048 + 2 * 2_000 + 32 + 32 + 8 + 100

const pieces = (count: number, bytes = 100) =>
  Array.from({ length: count }, (_, n) => ({
    objectId: `0x${n}`,
    after: { contents: new Uint8Array(bytes) } as never,
  }))

describe('a transaction of the loopback node', () => {
  test('may write the most pieces of one claim, with the longest texts', () => {
    expect(excessOf(pieces(MAX_PIECES_PER_CLAIM, LONGEST_PIECE_BYTES), 1)).toBeNull()
  })

  test.each([
    ['2,049 new objects', pieces(2_049), 1, 'MEMORY_LIMIT_EXCEEDED'],
    ['1,025 events', [], 1_025, 'MEMORY_LIMIT_EXCEEDED'],
    ['more than 5 MB', pieces(300, LONGEST_PIECE_BYTES), 1, 'WRITTEN_OBJECTS_TOO_LARGE'],
  ])('fails if it has %s', (_, changes, events, reason) => {
    expect(excessOf(changes, events)?.message).toBe(reason)
  })
})
