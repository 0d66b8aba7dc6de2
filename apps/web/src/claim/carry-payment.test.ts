import { expect, test, vi } from 'vitest'
import type { MyPaymentFragment } from '../api/generated/operations.ts'
import { carryPayment } from './carry-payment.ts'
import type { ClaimSession } from './claim-session.ts'

const NOW = Date.parse('2026-06-01T12:00:00.000Z')
vi.mock('../page/page-data.ts', () => ({ serviceNow: () => NOW }))

const ORDER = { dropId: 'drop_1', address: '0x1', paymentMethod: 'SUI', quantity: 2 }
const begun = {
  id: 'payment_1',
  drop: { id: 'drop_1' },
  walletAddress: '0x1',
  quantity: 2,
  status: 'PROCESSING',
  expiresAt: new Date(NOW + 60_000).toISOString(),
}

/**
 * A session that first lists these payments and later lists them as confirmed; `changes` are the mutations that were sent.
 */
function sessionWith(payments: readonly (typeof begun)[]) {
  const changes: string[] = []
  let listed = payments
  const session = {
    read: () => Promise.resolve({ paymentIntents: listed }),
    change: (document: object) => {
      const name = /mutation (\w+)/.exec(document.toString())?.[1] ?? ''
      changes.push(name)
      const payment = { ...(listed[0] ?? begun), status: 'PROCESSING' }
      listed = [{ ...payment, status: 'CONFIRMED' }]
      return Promise.resolve({ createPaymentIntent: payment, confirmPaymentIntent: payment })
    },
    tell: () => {},
  } as unknown as ClaimSession
  return { session, changes }
}

const wallet = {
  name: 'Alice',
  address: '0x1',
  signMessage: () => Promise.resolve(''),
  execute: () => Promise.reject(new Error('must not pay')),
}

const carried = async (payments: readonly (typeof begun)[]): Promise<readonly string[]> => {
  const { session, changes } = sessionWith(payments)
  const payment: MyPaymentFragment = await carryPayment(session, wallet, ORDER)
  expect(payment.status).toBe('CONFIRMED')
  return changes
}

test.each(['PENDING', 'PROCESSING'])(
  'a payment that is %s is carried on, after the chain was asked about it',
  async (status) => {
    expect(await carried([{ ...begun, status }])).toEqual(['ConfirmMyPayment'])
  },
)

test.each([
  ['of another drop', { drop: { id: 'drop_2' } }],
  ['of another wallet', { walletAddress: '0x2' }],
  ['for another quantity', { quantity: 1 }],
  ['that has expired', { status: 'PENDING', expiresAt: new Date(NOW - 1).toISOString() }],
  ['that is over', { status: 'CONFIRMED' }],
])('a payment %s is left alone, and one is begun', async (_, changed) => {
  expect(await carried([{ ...begun, ...changed }])).toEqual(['BeginPayment'])
})
