import { describe, expect, test } from 'vitest'
import { newestOf, seenPage, withWholeAmounts } from './claim-rows.ts'

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
