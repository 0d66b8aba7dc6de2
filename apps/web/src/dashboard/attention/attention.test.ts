import { expect, test } from 'vitest'
import { attentionOf, stuckDeliveriesOf } from './attention.ts'

let payments = 0
const payment = (dropId: string, status: string, refunds: string[] = [], owner = 'me') => ({
  id: `intent_${++payments}`,
  status,
  drop: { id: dropId, title: `Title of ${dropId}`, creator: { id: owner } },
  refunds: refunds.map((refund) => ({ status: refund })),
})

test('payments to review and failed refunds are counted for each drop', () => {
  const all = [
    payment('a', 'REQUIRES_REVIEW'),
    payment('a', 'CONFIRMED', ['FAILED', 'SUCCEEDED']),
    payment('b', 'REQUIRES_REVIEW'),
    payment('c', 'CONFIRMED', ['PENDING']),
  ]
  expect(attentionOf(all, 'me')).toEqual([
    { dropId: 'a', title: 'Title of a', toReview: 1, failedRefunds: 1 },
    { dropId: 'b', title: 'Title of b', toReview: 1, failedRefunds: 0 },
  ])
})

test('a payment that is listed twice is counted once', () => {
  const twice = payment('a', 'REQUIRES_REVIEW')
  expect(attentionOf([twice, twice], 'me')).toMatchObject([{ toReview: 1 }])
})

test('payments that the user made on the drops of others need no decision of the user', () => {
  expect(attentionOf([payment('a', 'REQUIRES_REVIEW', [], 'another')], 'me')).toEqual([])
})

test('drops with too little in their vault and failing webhooks need attention', () => {
  const drop = (id: string, tokenBalance: string | null) => ({
    id,
    title: id,
    tokenBalance,
    remainingBalance: '10',
  })
  const webhook = (id: string, failingSince: string | null) => ({ id, url: `https://${id}`, failingSince })
  const found = stuckDeliveriesOf({
    drops: [drop('full', '10'), drop('lacking', '9'), drop('unknown', null)],
    webhooks: [webhook('works', null), webhook('fails', '2026-11-22T12:00:00.000Z')],
  })
  expect(found.drops.map(({ id }) => id)).toEqual(['lacking'])
  expect(found.webhooks.map(({ id }) => id)).toEqual(['fails'])
})
