import { expect, test } from 'vitest'
import { attentionOf } from './attention.ts'

const payment = (dropId: string, status: string, refunds: string[] = [], owner = 'me') => ({
  status,
  drop: { id: dropId, title: `Title of ${dropId}`, creator: { id: owner } },
  refunds: refunds.map((refund) => ({ status: refund })),
})

test('payments to review and failed refunds are counted for each drop', () => {
  const payments = [
    payment('a', 'REQUIRES_REVIEW'),
    payment('a', 'CONFIRMED', ['FAILED', 'SUCCEEDED']),
    payment('b', 'REQUIRES_REVIEW'),
    payment('c', 'CONFIRMED', ['PENDING']),
  ]
  expect(attentionOf(payments, 'me')).toEqual([
    { dropId: 'a', title: 'Title of a', toReview: 1, failedRefunds: 1 },
    { dropId: 'b', title: 'Title of b', toReview: 1, failedRefunds: 0 },
  ])
})

test('payments that the user made on the drops of others need no decision of the user', () => {
  expect(attentionOf([payment('a', 'REQUIRES_REVIEW', [], 'another')], 'me')).toEqual([])
})
