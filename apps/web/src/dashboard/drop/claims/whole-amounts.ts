import { inWholeUnits } from '@dropkit/core'

const AMOUNT_COLUMN = 3

/**
 * Adds a column to the server's CSV of claims: the amount in whole tokens, with a decimal point. No field of this CSV is
 * quoted. Accepts chunks of any size.
 */
export function withWholeAmounts(decimals: number): TransformStream<string, string> {
  let rest = ''
  let isHeading = true
  const lengthened = (line: string): string => {
    if (isHeading) {
      isHeading = false
      return `${line},amountInWholeTokens\r\n`
    }
    const amount = line.split(',')[AMOUNT_COLUMN] ?? ''
    // The beacon has not drawn the amount of this claim yet.
    return `${line},${amount === '' ? '' : inWholeUnits(amount, decimals)}\r\n`
  }
  return new TransformStream({
    transform(piece, controller) {
      const lines = (rest + piece).split('\r\n')
      rest = lines.pop() ?? ''
      const text = lines.map(lengthened).join('')
      if (text !== '') controller.enqueue(text)
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(lengthened(rest))
    },
  })
}
