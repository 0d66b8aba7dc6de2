import { describe, expect, it } from 'vitest'
import { wordsOf } from '../src/element/claim-words.ts'
import type { FlowClaim, FlowPayment } from '../src/flow.ts'
import { refusalOf } from '../src/result.ts'

it('the element names the smallest sum in digits', () => {
  const payment = { amount: 1e-9, currency: 'SUI' } as FlowPayment
  expect(wordsOf({ kind: 'paying', payment })).toBe('Pay 0.000000001 SUI in your wallet.')
})

it('the element says what it does in each state of a claim', () => {
  const payment = { amount: 2, currency: 'SUI' } as FlowPayment
  const states = [
    { kind: 'checking' },
    { kind: 'signing_in' },
    { kind: 'claiming' },
    { kind: 'approving', recipient: '0xb0b' },
    { kind: 'proving' },
    { kind: 'paying', payment },
    { kind: 'confirming_payment', payment },
    { kind: 'taking', claim: {} as FlowClaim },
  ] as const
  expect(states.map((state) => wordsOf(state))).toEqual([
    'Checking the drop…',
    'Sign the message in your wallet to show that it is yours.',
    'Reserving your share…',
    'Sign in your wallet that the claim goes to 0xb0b.',
    'Checking that you are not a program. This takes a few seconds.',
    'Pay 2 SUI in your wallet.',
    'Waiting for the payment…',
    'Confirm the claim in your wallet.',
  ])
})

it.each([
  ['UNREACHABLE', 'The service cannot be reached. This continues by itself.'],
  ['OVERLOADED', 'The service is busy. This continues by itself.'],
] as const)('the element says why it waits after %s', (code, words) => {
  expect(wordsOf({ kind: 'waiting', refusal: refusalOf(code, ''), retryAtMs: 0 })).toBe(words)
})

describe('the element says why it refuses', () => {
  const said = (...refusal: Parameters<typeof refusalOf>) =>
    wordsOf({ kind: 'refused', refusal: refusalOf(...refusal) })

  it('with the rules that the wallet does not meet', () => {
    const checks = [
      { result: 'FAIL', description: 'Holds basil' },
      { result: 'PASS', description: 'Holds thyme' },
      { result: 'FAIL', description: null },
    ]
    const general = 'This wallet does not meet the rules of this drop.'
    expect(said('NOT_ELIGIBLE', '', { details: { checks } })).toBe(`${general} Holds basil`)
    expect(said('NOT_ELIGIBLE', '')).toBe(general)
  })

  it('with the message about a recipient or a payment, which only the service knows', () => {
    for (const field of ['recipient', 'recipient.message'])
      expect(said('CONFLICT', 'It goes elsewhere', { field })).toBe('It goes elsewhere')
    expect(said('PAYMENT_NOT_CONFIRMED', 'Do not pay again', { retryable: true })).toBe('Do not pay again')
  })

  it('in its own words, or with the message of another refusal, unless that passes', () => {
    expect(said('DROP_SOLD_OUT', 'none')).toBe('Everything has been claimed.')
    expect(said('INTERNAL', 'Something broke')).toBe('Something broke')
    expect(said('INTERNAL', 'Something broke', { retryable: true })).toBe('This did not work. Try again.')
  })
})

it.each([
  ['sent', null, 'On its way to your wallet…'],
  ['sent', '0xa11ce', 'On its way to your wallet…'],
  ['sent', '0xb0b', 'On its way to 0xb0b…'],
  ['confirmed', '0xa11ce', 'Claimed. It is in your wallet.'],
  ['confirmed', '0xb0b', 'Claimed. It is in 0xb0b.'],
] as const)('the element says where a claim that is %s to %s goes', (kind, recipient, words) => {
  const claim = { recipient, userAddress: '0xa11ce' } as FlowClaim
  expect(wordsOf({ kind, claim })).toBe(words)
})

/** Not a literal, because the types of the element need those of a browser. */
const ELEMENT: string = '@dropkit/client/element'

it('the element is imported by a program that renders pages on a server', async () => {
  expect('HTMLElement' in globalThis).toBe(false)
  expect(await import(ELEMENT)).toMatchObject({ DropkitClaim: expect.any(Function) })
})
