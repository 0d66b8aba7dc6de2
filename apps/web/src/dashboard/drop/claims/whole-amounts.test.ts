import { expect, test } from 'vitest'
import { withWholeAmounts } from './whole-amounts.ts'

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
