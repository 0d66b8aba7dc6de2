import { expect, test } from 'vitest'
import { readReceipt } from './read-receipt.ts'

const DROP = `drop_${'0'.repeat(32)}`
const [WALLET, RECIPIENT, HEAD] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`, 'a'.repeat(64)]

const receiptOf = (share: string) =>
  readReceipt(
    JSON.stringify({
      text: `dropkit::receipt::v1:${DROP}:7:${WALLET}:${share}:1764000000000:${HEAD}`,
      publicKey: 'key',
      signature: 'signature',
    }),
  )

test('a receipt is read with its recipient, if it has one', () => {
  expect(receiptOf('amount=10')).toMatchObject({ sequence: 7, claimer: WALLET, recipient: null, head: HEAD })
  expect(receiptOf('round=4')).toMatchObject({ recipient: null })
  expect(receiptOf(`amount=10:recipient=${RECIPIENT}`)).toMatchObject({
    claimer: WALLET,
    recipient: RECIPIENT,
  })
  expect(receiptOf('amount=10:recipient=0x1')).toBeNull()
})
