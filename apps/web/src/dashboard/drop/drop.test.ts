import { describe, expect, it, test } from 'vitest'
import { ApiRefusal, unreachable } from '../../api/errors.ts'
import { asWritten } from '../../words/as-written.ts'
import { instantOf, pickedOf } from '../drop-fields/read-inputs.ts'
import { whatAClaimGets } from '../drops/what-it-gives.ts'
import { newestOf, seenPage, withWholeAmounts } from './claims/claim-rows.ts'
import { statusChangesOf, updateFor } from './head/status-changes.ts'
import { type MadeLink, makeLinks, portionsOf } from './links/make-links.ts'

describe("the drop's head", () => {
  const NOW = Date.parse('2026-06-01T12:00:00.000Z')
  const drop = { status: 'DRAFT', startsAt: null, tokenAmount: '5', price: null, isSoldOut: false } as const
  const names = (changed: object) => statusChangesOf({ ...drop, ...changed }, NOW).map(({ name }) => name)

  test('offers to open or cancel a draft', () => {
    expect(names({})).toEqual(['open', 'cancel'])
  })

  test('offers to schedule a draft with a start in the future', () => {
    expect(names({ startsAt: '2026-06-02T12:00:00.000Z' })).toEqual(['schedule', 'open', 'cancel'])
  })

  test('does not offer to schedule a draft with a start in the past', () => {
    expect(names({ startsAt: '2026-05-02T12:00:00.000Z' })).toEqual(['open', 'cancel'])
  })

  test('offers to pause, end or cancel a live drop', () => {
    expect(names({ status: 'ACTIVE' })).toEqual(['pause', 'end', 'cancel'])
  })

  test('offers to resume a paused drop', () => {
    expect(names({ status: 'PAUSED' })).toEqual(['resume', 'end', 'cancel'])
  })

  test('offers to reopen an ended drop', () => {
    expect(names({ status: 'ENDED' })).toEqual(['reopen'])
  })

  test.each(['SOLD_OUT', 'ENDED', 'CANCELLED'])('offers nothing once a random drop is %s', (status) => {
    expect(names({ status, tokenAmount: '0' })).toEqual([])
  })

  test.each([
    ['DRAFT', null, false],
    ['DRAFT', '2026-06-02T12:00:00.000Z', true],
    ['SCHEDULED', null, true],
  ])('says whether opening a drop (%s, start %s) removes its start: %s', (status, startsAt, isRemoved) => {
    const open = statusChangesOf({ ...drop, status, startsAt } as never, NOW).find(
      ({ name }) => name === 'open',
    )
    expect(open?.consequences.includes('The scheduled start is removed.')).toBe(isRemoved)
  })

  test('warns that a random drop ends permanently', () => {
    const end = statusChangesOf({ ...drop, status: 'ACTIVE', tokenAmount: '0' }, NOW).find(
      ({ name }) => name === 'end',
    )
    expect(end).toMatchObject({
      isForGood: true,
      consequences: expect.arrayContaining([expect.stringContaining('cannot be reopened')]),
    })
  })

  test('clears the start of a drop that is opened now', () => {
    expect(updateFor({ name: 'open', to: 'ACTIVE' }, null)).toEqual({ status: 'ACTIVE', startsAt: null })
  })

  test('opens again with the new deadline', () => {
    const deadline = '2026-07-01T00:00:00.000Z'
    expect(updateFor({ name: 'reopen', to: 'ACTIVE' }, deadline)).toEqual({
      status: 'ACTIVE',
      claimDeadline: deadline,
    })
  })
})

describe('the time field', () => {
  test('gives back the instant that a picker was given, to the second', () => {
    expect(instantOf(pickedOf('2026-06-01T12:34:56.000Z'))).toBe('2026-06-01T12:34:56.000Z')
  })
})

const pepper = { type: 'TOKEN', token: { symbol: 'PEPPER', decimals: 2 } } as const

test('a claim gets a fixed, a drawn or a chosen amount', () => {
  const words = ['150', '0', null].map((tokenAmount) => whatAClaimGets({ ...pepper, tokenAmount }))
  expect(words).toEqual([
    `${asWritten('1.5')} PEPPER each`,
    'A random share each',
    'Claimers choose the amount',
  ])
})

describe('the list of claims', () => {
  const row = (sequence: number, status = 'PENDING') => ({ id: `c${sequence}`, sequence, status })
  const rows = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => row(from - index))

  test('shows the newest page on the first visit', () => {
    expect(seenPage(rows(9, 1), 9, 3, [])).toEqual({ rows: rows(9, 7), newAbove: 0 })
  })

  test('keeps the rows in place when new ones arrive, and counts those', () => {
    expect(seenPage(rows(12, 4), 9, 3, rows(9, 7))).toEqual({ rows: rows(9, 7), newAbove: 3 })
  })

  test('follows the states of the rows that stay', () => {
    const read = [row(10), row(9, 'CONFIRMED'), row(8), row(7)]
    expect(seenPage(read, 9, 3, rows(9, 7)).rows[0]?.status).toBe('CONFIRMED')
  })

  test('keeps the rows if so many new ones arrived that they are out of reach', () => {
    expect(seenPage(rows(20, 9), 9, 3, rows(9, 7)).rows).toEqual(rows(9, 7))
  })

  test('takes 0 as the newest position if there is none', () => {
    expect(newestOf([])).toBe(0)
  })
})

describe('whole amounts in a file', () => {
  const HEADING = 'id,sequence,userAddress,amount,status,streak,createdAt,claimedAt,txHash'
  const LINES = [
    HEADING,
    'claim_1,1,0x1,1500,CONFIRMED,,2026-06-01T12:00:00.000Z,,',
    'claim_2,2,0x2,7,PENDING,,2026,,',
    'claim_3,3,0x3,,PENDING,,2026,,',
  ]
  const CSV = LINES.map((line) => `${line}\r\n`).join('')

  async function lengthened(pieces: readonly string[]): Promise<string> {
    let text = ''
    const stream = new ReadableStream<string>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    })
    for await (const piece of stream.pipeThrough(withWholeAmounts(3))) text += piece
    return text
  }

  test.each([1, 2, 7, 1_000])(
    'each claim gets its amount in whole tokens, in pieces of %d letters',
    async (length) => {
      const pieces = Array.from({ length: Math.ceil(CSV.length / length) }, (_, index) =>
        CSV.slice(index * length, (index + 1) * length),
      )
      expect(await lengthened(pieces)).toBe(
        `${HEADING},amountInWholeTokens\r\n${LINES[1]},1.5\r\n${LINES[2]},0.007\r\n${LINES[3]},\r\n`,
      )
    },
  )

  test('a drop without claims has the heading alone', async () => {
    expect(await lengthened([`${HEADING}\r\n`])).toBe(`${HEADING},amountInWholeTokens\r\n`)
  })
})

const TERMS = { amount: '5' }

/** A server that registers links, and fails in call number `failing`. */
function serverFailing(failing: number, error: unknown, isRegistered: boolean) {
  const registered = new Map<string, typeof TERMS>()
  let calls = 0
  const register = async (keys: readonly string[], terms: typeof TERMS) => {
    calls += 1
    const fails = calls === failing
    if (!fails || isRegistered) for (const key of keys) if (!registered.has(key)) registered.set(key, terms)
    if (fails) throw error
  }
  return { registered, register }
}

describe('claim links', () => {
  it('are registered 500 per request', () => {
    expect(portionsOf(1_200, TERMS).map(({ count }) => count)).toEqual([500, 500, 200])
  })

  it.each([true, false])(
    'whose registration failed in the middle are all made by the next run: registered %s',
    async (isRegistered) => {
      const { registered, register } = serverFailing(3, new Error('cut'), isRegistered)
      const made: MadeLink[] = []
      const run = () => makeLinks('https://drops.example/d/a', todo, register, (links) => made.push(...links))
      const todo = [2, 2, 2, 1].map((count) => ({ count, terms: TERMS }))
      await expect(run()).rejects.toThrow('cut')
      expect(made).toHaveLength(4)
      await run()
      expect(made).toHaveLength(7)
      expect(new Set(made.map(({ id }) => id))).toEqual(new Set(registered.keys()))
    },
  )

  it('wait as long as a busy server says, and continue', async () => {
    const busy = new ApiRefusal('busy', { code: 'OVERLOADED', retryable: true, retryAfterMs: 30 })
    const { registered, register } = serverFailing(1, busy, false)
    const begunMs = performance.now()
    await makeLinks('', portionsOf(2, TERMS), register, () => {})
    expect(performance.now() - begunMs).toBeGreaterThan(25)
    expect(registered.size).toBe(2)
  })

  it.each([
    ['that resets too late', new ApiRefusal('no', { retryable: true, retryAfterMs: 3_600_000 })],
    ['that no retry changes', new ApiRefusal('no', { code: 'FORBIDDEN' })],
  ])('are not retried after a refusal %s', async (_, error) => {
    const todo = portionsOf(2, TERMS)
    const { register } = serverFailing(1, error, false)
    await expect(makeLinks('', todo, register, () => {})).rejects.toBe(error)
    expect(todo).toHaveLength(1)
  })

  it('whose terms are refused are not tried again with them', async () => {
    const refused = new ApiRefusal('over', { code: 'BAD_USER_INPUT', field: 'expiresAt' })
    const todo = portionsOf(2, TERMS)
    await expect(makeLinks('', todo, serverFailing(1, refused, false).register, () => {})).rejects.toBe(
      refused,
    )
    expect(todo).toEqual([])
  })

  it('are registered again after a lost answer', async () => {
    const { registered, register } = serverFailing(1, unreachable(), true)
    const made: MadeLink[] = []
    await makeLinks('', portionsOf(3, TERMS), register, (links) => made.push(...links))
    expect(made.map(({ id }) => id)).toEqual([...registered.keys()])
  })
})
