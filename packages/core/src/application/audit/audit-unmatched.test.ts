import { testWallet } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import { idOf } from '../../domain/ids.ts'
import { newUnmatched, type UnmatchedState } from '../../domain/payment/unmatched-payment.ts'
import { auditUnmatched } from './audit-store.ts'

const INTENT = idOf('intent', '1'.repeat(32))
const OTHER = idOf('intent', '2'.repeat(32))
const RETURNING: UnmatchedState = { kind: 'RETURNING', signed: null, problem: null, tries: 0 }

type Use = typeof INTENT | null | undefined

/** What an audit counts and says of unmatched payments in these states, whose transfers are used like this. */
async function auditOf(...kept: readonly (readonly [state: UnmatchedState, use: Use])[]) {
  const said: string[] = []
  const page = kept.map(([state, use], n) => {
    const transfer = {
      txHash: `tx${n}`,
      index: 0,
      from: testWallet(1),
      coinType: '0x2::sui::SUI',
      amount: amountOf(5n),
      memo: null,
      at: 1,
    }
    const id = idOf('unmatched', String(n).padStart(32, '0'))
    const payment = newUnmatched({ id, transfer, reason: 'NO_INTENT', possibleUser: 'anyone' }, 1)
    return { payment: { ...payment, state }, use }
  })
  const counted = await auditUnmatched(
    {
      async *unmatchedPayments() {
        yield page
      },
    },
    ({ field }) => said.push(field),
  )
  return { ...counted, said }
}

test('counts the payments that the operator must decide, and the returns that are being sent', async () => {
  expect(await auditOf([{ kind: 'OPEN' }, null], [{ kind: 'OPEN' }, null], [RETURNING, null])).toEqual({
    open: 2,
    returning: 1,
    said: [],
  })
})

test('finds nothing where each transfer is used as its state says', async () => {
  const assigned = { kind: 'ASSIGNED', intentId: INTENT } as const
  const returned = { kind: 'RETURNED', txHash: 'back' } as const
  expect((await auditOf([assigned, INTENT], [returned, null])).said).toEqual([])
})

test('finds a transfer that is used otherwise than its state says', async () => {
  const assigned = { kind: 'ASSIGNED', intentId: INTENT } as const
  for (const wrong of [
    [{ kind: 'OPEN' }, undefined],
    [assigned, OTHER],
    [assigned, undefined],
    [RETURNING, INTENT],
    [RETURNING, undefined],
    [{ kind: 'RETURNED', txHash: 'back' }, INTENT],
  ] as const)
    expect((await auditOf(wrong)).said).toEqual(['use of its transfer'])
})
