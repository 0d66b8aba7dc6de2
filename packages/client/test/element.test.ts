import { expect, it } from 'vitest'
import { wordsOf } from '../src/element/claim-words.ts'
import type { FlowPayment } from '../src/flow.ts'
import { refusalOf } from '../src/result.ts'

it('the element names the smallest sum in digits', () => {
  const payment = { amount: 1e-9, currency: 'SUI' } as FlowPayment
  expect(wordsOf({ kind: 'paying', payment })).toBe('Pay 0.000000001 SUI in your wallet.')
})

it.each([
  ['UNREACHABLE', 'The service cannot be reached. This continues by itself.'],
  ['OVERLOADED', 'The service is busy. This continues by itself.'],
] as const)('the element says why it waits after %s', (code, words) => {
  expect(wordsOf({ kind: 'waiting', refusal: refusalOf(code, ''), retryAtMs: 0 })).toBe(words)
})

/** Not a literal, because the types of the element need those of a browser. */
const ELEMENT: string = '@dropkit/client/element'

it('the element is imported by a program that renders pages on a server', async () => {
  expect('HTMLElement' in globalThis).toBe(false)
  expect(await import(ELEMENT)).toMatchObject({ DropkitClaim: expect.any(Function) })
})
