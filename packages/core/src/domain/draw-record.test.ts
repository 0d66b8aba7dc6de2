import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import { describeDrawError, parseDrawRecord, readDrawRecord } from './draw-record.ts'

const dropId = `drop_${'a'.repeat(32)}`
const record = {
  dropId,
  maxAmount: '100',
  supply: 2,
  randomnessCommitment: '00',
  randomnessSeed: '11',
  draws: [
    { sequence: 2, userAddress: '0xB', amount: '60' },
    { sequence: 1, userAddress: '0xa', amount: '40' },
  ],
}
const wallet = (digit: string) => `0x${digit.padStart(64, '0')}`

const read = (json: unknown) => readDrawRecord(JSON.stringify(json))

describe('the draws of a drop', () => {
  const expected = {
    dropId,
    pool: 100n,
    supply: 2,
    commitment: '00',
    seed: '11',
    draws: [
      { sequence: 1, claimer: wallet('a'), amount: 40n, draw: null },
      { sequence: 2, claimer: wallet('b'), amount: 60n, draw: null },
    ],
    beacon: null,
    orderHead: null,
    receipts: [],
  }

  test('are read with a recipient that is not the wallet', () => {
    const draws = ['0xc', '0xa', null].map((recipient, n) => ({
      ...{ sequence: n + 1, userAddress: '0xa', amount: '1' },
      ...(recipient === null ? {} : { recipient }),
    }))
    const found = read({ ...record, draws })
    expect(found.ok && found.value.draws.map(({ recipient }) => recipient)).toEqual([
      { address: wallet('c') },
      undefined,
      undefined,
    ])
    expect(read({ ...record, draws: [{ ...draws[0], recipient: 'nonsense' }] }).ok).toBe(false)
  })

  test('are read in sequence order, in any order of the file', () => {
    expect(read(record)).toEqual({ ok: true, value: expected })
  })

  test.each([
    ['an event', { id: 'event_1', event: 'drop.deleted', details: record }],
    ["a webhook's body", { type: 'drop.deleted', timestamp: '', data: record }],
  ])('are found in %s', (_, json) => {
    expect(read(json)).toEqual({ ok: true, value: expected })
  })

  test('go without a supply', () => {
    const { supply: _, ...rest } = record
    expect(read(rest)).toMatchObject({ ok: true, value: { supply: null } })
  })

  test.each([
    ['a draw that is none', { ...record, draws: [null] }, 'draws[0]'],
    ['an amount as a number', { ...record, draws: [{ ...record.draws[0], amount: 60 }] }, 'draws[0]'],
    ["another thing's id", { ...record, dropId: 'token_1' }, 'dropId'],
    ['half a token', { ...record, maxAmount: '1.5' }, 'maxAmount'],
    ['a supply of nothing', { ...record, supply: 0 }, 'supply: must be'],
    ['a list', [], 'draws: must be'],
    ['no text for the seed', { ...record, randomnessSeed: 5 }, 'randomnessSeed: must be a text'],
    ['a sequence in digits', { ...record, draws: [{ ...record.draws[0], sequence: '2' }] }, 'draws[0]'],
    ['a wallet as a number', { ...record, draws: [{ ...record.draws[0], userAddress: 11 }] }, 'draws[0]'],
    ['a wallet that is none', { ...record, draws: [{ ...record.draws[0], userAddress: 'B' }] }, 'draws[0]'],
    ['half an amount', { ...record, draws: [{ ...record.draws[0], amount: '0.5' }] }, 'draws[0]'],
    ['nothing', null, 'dropId: must be a text'],
  ])('are refused with %s, which the refusal names', (_, json, name) => {
    expect(read(json)).toEqual({ ok: false, error: expect.stringContaining(name) })
  })
})

test('one item is a supply, and invalid JSON is no record', () => {
  expect(read({ ...record, supply: 1 })).toMatchObject({ ok: true, value: { supply: 1 } })
  expect(readDrawRecord('{')).toEqual({ ok: false, error: 'it is no JSON' })
})

test('the wrong fields of a record are returned as data, and none of a text that is no JSON', () => {
  const { supply: _, ...rest } = record
  expect(parseDrawRecord(JSON.stringify({ ...rest, maxAmount: 5, draws: null }))).toEqual({
    ok: false,
    error: [
      { name: 'maxAmount', problem: 'must be a text' },
      { name: 'draws', problem: 'must be a list' },
    ],
  })
  expect(parseDrawRecord(JSON.stringify({ ...record, dropId: 'token_1' }))).toEqual({
    ok: false,
    error: [{ name: 'dropId', problem: "not a drop's id" }],
  })
  expect(parseDrawRecord('{')).toEqual({ ok: false, error: [] })
})

test.each([
  [{ kind: 'bad_seed' }, 'the seed is not 32 bytes in hex'],
  [
    { kind: 'wrong_commitment', expected: 'aa', actual: 'bb' },
    "the seed's SHA-256 is bb, not the aa that was promised",
  ],
  [{ kind: 'wrong_sequence', expected: 2, actual: 3 }, 'draw 2 is missing: 3 stands in its place'],
  [{ kind: 'too_many_draws', sequence: 4 }, 'draw 4 is one more than there was to give'],
] as const)('the error %o is described as: %s', (error, words) => {
  expect(describeDrawError(error)).toBe(words)
})

test('an error is described with formatted amounts', () => {
  const error = { kind: 'wrong_amount', sequence: 3, expected: amountOf(12n), actual: amountOf(13n) } as const
  expect(describeDrawError(error)).toBe('draw 3 gave 13, it should have given 12')
  expect(describeDrawError(error, (amount) => `${amount} PEPPER`)).toContain('gave 13 PEPPER')
})
