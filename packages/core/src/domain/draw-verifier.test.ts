import { createHash, createHmac } from 'node:crypto'
import { anyAddress, anyPositiveAmount, sampleDrop, sampleToken, sampleUser } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Amount, amountOf, MAX_AMOUNT } from './amount.ts'
import { describeDrawError, parseDrawRecord, readDrawRecord } from './draw-record.ts'
import { type DrawRecord, verifyDraws, verifyDrawsInSteps } from './draw-verifier.ts'
import { bytesOfHex, hexOfBytes } from './encodings.ts'
import { drawAmount } from './random-amount.ts'

const numRuns = fc.readConfigureGlobal().numRuns ?? 500
const { id: dropId } = sampleDrop(sampleToken(sampleUser(1), 1), 1)

const hashes = {
  sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest(),
  hmacSha256: (key: Uint8Array, message: string) => createHmac('sha256', key).update(message).digest(),
}

/** What an honest drop publishes after `count` draws, or fewer when it was empty before. */
function honestRecord(
  pool: Amount,
  supply: number | null,
  seed: Uint8Array,
  wallets: readonly DrawRecord['draws'][number]['claimer'][],
): DrawRecord {
  const draws: DrawRecord['draws'][number][] = []
  let remaining: bigint = pool
  for (const claimer of wallets) {
    const sequence = draws.length + 1
    const itemsLeft = supply === null ? null : supply - draws.length
    if (remaining < 1n || itemsLeft === 0) break
    const amount = drawAmount({ dropId, sequence, claimer, remaining, itemsLeft, pool }, (message) =>
      hashes.hmacSha256(seed, message),
    )
    draws.push({ sequence, claimer, amount })
    remaining -= amount
  }
  const commitment = hexOfBytes(hashes.sha256(seed))
  return { dropId, pool, supply, commitment, seed: hexOfBytes(seed), draws }
}

const anySeed = () => fc.uint8Array({ minLength: 32, maxLength: 32 })

/** A drop whose draws have so much room that no two of them agree by chance. */
const anyRecord = (pool: fc.Arbitrary<Amount> = anyPositiveAmount()) =>
  fc
    .record({
      pool,
      supply: fc.option(fc.integer({ min: 1, max: 25 })),
      seed: anySeed(),
      wallets: fc.uniqueArray(anyAddress(), { minLength: 1, maxLength: 25 }),
    })
    .map(({ pool: units, supply, seed, wallets }) => {
      const fitting = supply !== null && BigInt(supply) > units ? Number(units) : supply
      return honestRecord(units, fitting, seed, wallets)
    })

const anyRoomyRecord = () =>
  anyRecord(fc.bigInt({ min: 1n << 60n, max: MAX_AMOUNT }).map(amountOf)).filter(
    // The last item of a packet takes what is left, whichever wallet draws it.
    ({ draws, supply }) => draws.length >= 3 && (supply === null || draws.length < supply),
  )

const verify = (record: DrawRecord) => verifyDraws(record, hashes)

const changedAt = (
  record: DrawRecord,
  place: number,
  change: Partial<DrawRecord['draws'][number]>,
): DrawRecord => ({
  ...record,
  draws: record.draws.map((draw, n) => (n === place ? { ...draw, ...change } : draw)),
})

describe('the verifier of draws', () => {
  test('accepts every honest drop, finished or not', () => {
    fc.assert(
      fc.property(anyRecord(), (record) => {
        const total = record.draws.reduce((sum, { amount }) => sum + amount, 0n)
        expect(verify(record)).toEqual({ kind: 'verified', draws: record.draws.length, total })
        if (record.supply === record.draws.length) expect(total).toBe(record.pool)
      }),
    )
  })

  test('names the first amount that was changed', () => {
    fc.assert(
      fc.property(anyRecord(), fc.nat(), fc.nat(), anyPositiveAmount(), (record, one, other, amount) => {
        const places = [one, other].map((n) => n % record.draws.length).sort((a, b) => a - b)
        const [first = 0, second = 0] = places
        const actual = record.draws[first]?.amount
        fc.pre(actual !== amount)
        const changed = changedAt(changedAt(record, second, { amount: amountOf(1n) }), first, { amount })
        expect(verify(changed)).toEqual({
          kind: 'invalid',
          error: { kind: 'wrong_amount', sequence: first + 1, expected: actual, actual: amount },
        })
      }),
    )
  })

  test('names the draw whose wallet was changed', () => {
    fc.assert(
      fc.property(anyRoomyRecord(), fc.nat(), anyAddress(), (record, n, claimer) => {
        const place = n % record.draws.length
        fc.pre(record.draws[place]?.claimer !== claimer)
        const check = verify(changedAt(record, place, { claimer }))
        expect(check).toMatchObject({ kind: 'invalid', error: { kind: 'wrong_amount', sequence: place + 1 } })
      }),
    )
  })

  test('names the first draw that changed places', () => {
    fc.assert(
      fc.property(anyRoomyRecord(), fc.nat(), (record, n) => {
        const place = n % (record.draws.length - 1)
        const [one, other] = [record.draws[place], record.draws[place + 1]]
        if (!one || !other) throw new Error('there are two')
        const swapped = changedAt(changedAt(record, place, { ...other, sequence: one.sequence }), place + 1, {
          ...one,
          sequence: other.sequence,
        })
        expect(verify(swapped)).toMatchObject({
          kind: 'invalid',
          error: { kind: 'wrong_amount', sequence: place + 1 },
        })
        const withNumbers = { ...record, draws: record.draws.toSpliced(place, 2, other, one) }
        expect(verify(withNumbers)).toEqual({
          kind: 'invalid',
          error: { kind: 'wrong_sequence', expected: place + 1, actual: place + 2 },
        })
      }),
    )
  })

  test('says the same when it rests, and says how far it is', () => {
    fc.assert(
      fc.property(anyRecord(), fc.integer({ min: 1, max: 10 }), (record, drawsPerStep) => {
        const steps = verifyDrawsInSteps(record, hashes, drawsPerStep)
        const rests: number[] = []
        let step = steps.next()
        for (; !step.done; step = steps.next()) rests.push(step.value)
        expect(step.value).toEqual(verify(record))
        expect(rests).toEqual(
          Array.from(
            { length: Math.floor(record.draws.length / drawsPerStep) },
            (_, n) => (n + 1) * drawsPerStep,
          ),
        )
      }),
    )
  })

  test('names a draw that is missing from the middle', () => {
    fc.assert(
      fc.property(anyRoomyRecord(), fc.nat(), (record, n) => {
        const place = n % (record.draws.length - 1)
        const gappy = { ...record, draws: record.draws.toSpliced(place, 1) }
        expect(verify(gappy)).toEqual({
          kind: 'invalid',
          error: { kind: 'wrong_sequence', expected: place + 1, actual: place + 2 },
        })
      }),
    )
  })

  test('refuses a seed that is not the one committed to', () => {
    fc.assert(
      fc.property(anyRoomyRecord(), anySeed(), (record, seed) => {
        const other = hexOfBytes(seed)
        fc.pre(other !== record.seed)
        const actual = hexOfBytes(hashes.sha256(seed))
        expect(verify({ ...record, seed: other })).toEqual({
          kind: 'invalid',
          error: { kind: 'wrong_commitment', expected: record.commitment, actual },
        })
        // Committing anew does not help: the very first amount differs.
        expect(verify({ ...record, seed: other, commitment: actual })).toMatchObject({
          kind: 'invalid',
          error: { kind: 'wrong_amount', sequence: 1 },
        })
      }),
    )
  })

  test('refuses a draw beyond the end of the pool or the supply', () => {
    fc.assert(
      fc.property(anySeed(), anyAddress(), fc.integer({ min: 1, max: 5 }), (seed, claimer, count) => {
        const wallets = Array.from({ length: count }, () => claimer)
        const record = honestRecord(amountOf(BigInt(count)), count, seed, wallets)
        const extra = { sequence: count + 1, claimer, amount: amountOf(1n) }
        const error = { kind: 'too_many_draws', sequence: count + 1 }
        expect(verify({ ...record, draws: [...record.draws, extra] })).toEqual({ kind: 'invalid', error })
        const unlimited = honestRecord(amountOf(BigInt(count)), null, seed, wallets)
        expect(verify({ ...unlimited, draws: [...unlimited.draws, extra] })).toEqual({
          kind: 'invalid',
          error,
        })
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    )
  })

  test('refuses an invalid seed', () => {
    const record = honestRecord(amountOf(10n), 2, new Uint8Array(32), [])
    for (const seed of ['', '00', 'zz'.repeat(32), '0'.repeat(63), '00'.repeat(33)]) {
      expect(verify({ ...record, seed })).toEqual({ kind: 'invalid', error: { kind: 'bad_seed' } })
    }
    expect(verify({ ...record, seed: record.seed.toUpperCase() }).kind).toBe('verified')
  })

  test('reads hex as it writes it', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(bytesOfHex(hexOfBytes(bytes))).toEqual(bytes)
        expect(bytesOfHex(hexOfBytes(bytes).toUpperCase())).toEqual(bytes)
      }),
    )
    for (const text of ['0', '0g', ' 00', '0x00']) expect(bytesOfHex(text)).toBeUndefined()
  })
})

describe('records of draws', () => {
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
  const BEACON = {
    ...{ chainHash: 'ab', scheme: 'test', publicKey: 'cd', periodMs: 3000 },
    genesisAt: '2026-01-01T00:00:00.000Z',
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

    describe('that are not drawn yet', () => {
      const waiting = {
        ...record,
        ...{ beacon: BEACON, orderHead: 'ef' },
        draws: [
          { sequence: 1, userAddress: '0xa', amount: null, round: 7 },
          { sequence: 2, userAddress: '0xb', amount: '0', round: 7 },
        ],
      }
      const revealed = (sequence: number, amount: string, beaconSignature?: string) => ({
        dropId,
        sequence,
        amount,
        round: 7,
        ...(beaconSignature === undefined ? {} : { beaconSignature }),
      })
      const claims = [revealed(1, '40', 'ab'), revealed(2, '60')]
      const drawn = [
        { sequence: 1, amount: 40n, draw: { round: 7, signature: 'ab' } },
        { sequence: 2, amount: 60n, draw: { round: 7, signature: null } },
      ]

      test.each([
        ['the claims of the API', { ...waiting, claims }],
        ['the claims next to an event', { type: 'drop.deleted', data: waiting, claims }],
        [
          'a list of events',
          [
            ...claims.map((details) => ({ event: 'claim.revealed', details })),
            { event: 'drop.claimed', details: { ...revealed(1, '0'), streak: null } },
            {
              event: 'claim.revealed',
              details: { ...revealed(2, '9', 'cd'), dropId: `drop_${'b'.repeat(32)}` },
            },
            { event: 'drop.deleted', details: waiting },
          ],
        ],
      ])('are completed from %s', (_, json) => {
        expect(read(json)).toMatchObject({ ok: true, value: { draws: drawn } })
      })

      test('are read with the amount 0 if no claim has an amount', () => {
        expect(read({ ...waiting, claims: [{ sequence: 1, amount: null }] })).toMatchObject({
          ok: true,
          value: { draws: [{ amount: 0n }, { amount: 0n }] },
        })
      })

      test.each([
        ['the claims of the API', (draws: object, claim: object) => ({ ...draws, claims: [claim] })],
        [
          'an event',
          (draws: object, claim: object) => [{ data: draws }, { type: 'claim.revealed', data: claim }],
        ],
      ])('may repeat an amount that is drawn, and may not contradict it, in %s', (_, together) => {
        expect(read(together(record, revealed(1, '40')))).toMatchObject({
          ok: true,
          value: { draws: [{ amount: 40n }, { amount: 60n }] },
        })
        expect(read(together(record, revealed(1, '41')))).toEqual({
          ok: false,
          error: expect.stringContaining('claims: claim 1 has the amount 41, but `draws` has 40'),
        })
      })

      test.each([5, [null], [{ sequence: '1', amount: '40' }], [{ sequence: 1, amount: 40 }]])(
        'are refused with the claims %j',
        (unreadable) => {
          expect(read({ ...waiting, claims: unreadable })).toEqual({
            ok: false,
            error: expect.stringContaining('claims: '),
          })
        },
      )
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
      [
        'a round, and no beacon',
        { ...record, draws: [{ ...record.draws[0], round: 7 }] },
        'beacon: is missing',
      ],
      ['a beacon, and no last head', { ...record, beacon: BEACON }, 'orderHead: is missing'],
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
    const error = {
      kind: 'wrong_amount',
      sequence: 3,
      expected: amountOf(12n),
      actual: amountOf(13n),
    } as const
    expect(describeDrawError(error)).toBe('draw 3 gave 13, it should have given 12')
    expect(describeDrawError(error, (amount) => `${amount} PEPPER`)).toContain('gave 13 PEPPER')
  })
})
