import { describe, expect, test } from 'vitest'
import { claimIdOf, eventIdOf, idOf, readClaimId, readEventId, readId } from './ids.ts'

const PART = '0123456789abcdef'.repeat(2)

describe('an id', () => {
  test('is its kind and 32 hex digits, and is read back as that kind alone', () => {
    const id = idOf('drop', PART)
    expect(id).toBe(`drop_${PART}`)
    expect(readId('drop', id)).toBe(id)
    expect(readId('token', id)).toBeUndefined()
  })

  test.each([PART.slice(1), `${PART}0`, PART.toUpperCase(), `${PART.slice(1)}g`, ''])(
    'is not made of %j, and not read either',
    (part) => {
      expect(() => idOf('drop', part)).toThrow('invariant broken')
      expect(readId('drop', `drop_${part}`)).toBeUndefined()
    },
  )
})

describe('the id of a claim', () => {
  const dropId = idOf('drop', PART)

  test('says which of its drop’s claims it is', () => {
    const id = claimIdOf(dropId, 20)
    expect(id).toBe(`claim_${PART}_20`)
    expect(readClaimId(id)).toEqual({ dropId, sequence: 20 })
    expect(readClaimId(`claim_${PART}_${'9'.repeat(15)}`)).toMatchObject({ sequence: 999_999_999_999_999 })
  })

  test.each(['0', '01', '-1', '', 'x', '1x', '9'.repeat(16)])('has no sequence %j', (sequence) => {
    expect(readClaimId(`claim_${PART}_${sequence}`)).toBeUndefined()
  })

  test('has nothing before it and a whole drop in it', () => {
    expect(readClaimId(` claim_${PART}_1`)).toBeUndefined()
    expect(readClaimId(`claim_${PART.slice(1)}_1`)).toBeUndefined()
    expect(readClaimId(dropId)).toBeUndefined()
  })
})

describe('the id of an event', () => {
  test('is its place in the log', () => {
    expect(eventIdOf(12)).toBe('event_12')
    expect(readEventId('event_12')).toBe(12)
    expect(readEventId('event_100000000000000')).toBe(100_000_000_000_000)
    expect(readEventId(eventIdOf(0))).toBe(0)
  })

  test.each(['event_', 'event_00', 'event_01', 'event_1x', 'an event_1', `event_${'1'.repeat(16)}`, '1'])(
    'is not %j',
    (text) => {
      expect(readEventId(text)).toBeUndefined()
    },
  )
})
