import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { PAYMENT_PAGE_POLICY, paymentPage } from './payment-page.ts'
import { inWholeUnits, type PaymentStatus } from './payment-status.ts'

it.each([
  [0n, 9, '0'],
  [1n, 9, '0.000000001'],
  [1_500_000_000n, 9, '1.5'],
  [10n, 0, '10'],
  [2n ** 64n - 1n, 9, '18446744073.709551615'],
])('writes %s with %s decimals as %s', (atomic, decimals, text) => {
  expect(inWholeUnits(atomic, decimals)).toBe(text)
})

it('writes every amount exactly', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n - 1n), fc.nat(18), (atomic, decimals) => {
      const [whole = '', fraction = ''] = inWholeUnits(atomic, decimals).split('.')
      expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(atomic)
    }),
  )
})

const payment: PaymentStatus = {
  externalId: `pi_${'1'.repeat(32)}`,
  title: 'Gold',
  status: 'PENDING',
  statusReason: null,
  quantity: 1,
  amount: '1.5',
  amountAtomic: '1500000000',
  currency: 'SUI',
  coinType: '0x2::sui::SUI',
  recipientAddress: `0x${'2'.repeat(64)}`,
  memo: `pi_${'1'.repeat(32)}`,
  walletAddress: `0x${'3'.repeat(64)}`,
  txHash: null,
  expiresAt: '2030-01-01T00:15:00.000Z',
  now: '2030-01-01T00:00:00.000Z',
}

it('lets no title become part of the page', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>"\'&/=abc ') }), (title) => {
      const page = paymentPage({ ...payment, title }, true)
      const shown = /<h1>([\s\S]*?)<\/h1>/.exec(page)?.[1] ?? '<'
      expect(shown).not.toMatch(/[<>"']/)
      expect(page.split('<script').length).toBe(2)
    }),
  )
})

it('offers the form on the fake chain alone, and hides it once there is nothing to pay', () => {
  expect(paymentPage(payment, false)).not.toContain('<form')
  expect(paymentPage(payment, true)).toContain('<form id="form"\n')
  expect(paymentPage({ ...payment, status: 'CONFIRMED' }, true)).toContain('<form id="form" hidden')
})

it('has the one script that its policy permits, and that is JavaScript', () => {
  const script = /<script>([\s\S]*)<\/script>/.exec(paymentPage(payment, true))?.[1] ?? ''
  const hash = createHash('sha256').update(script).digest('base64')
  expect(PAYMENT_PAGE_POLICY).toContain(`script-src 'sha256-${hash}'`)
  expect(() => new Script(script)).not.toThrow()
})
