import { expect, test } from 'vitest'
import { createGasPrice } from './gas-price.ts'

test('the price is the reference price while nothing is congested', () => {
  expect(createGasPrice(500).next(1_000n, undefined)).toBe(1_000n)
  expect(createGasPrice(500).next(1_000n, 900n)).toBe(1_000n)
})

test('a higher price that the node suggests is offered, up to the ceiling', () => {
  const price = createGasPrice(500)
  expect([price.next(1_000n, 2_300n), price.next(1_000n, 5_000n), price.next(1_000n, 9_000n)]).toEqual([
    2_300n,
    5_000n,
    5_000n,
  ])
})

test('each transaction that was cancelled because of congestion raises the offer, and each success lowers it', () => {
  const price = createGasPrice(200)
  const offers: bigint[] = []
  for (const note of [
    'noteCongestion',
    'noteCongestion',
    'noteCongestion',
    'noteSuccess',
    'noteSuccess',
  ] as const) {
    price[note]()
    offers.push(price.next(1_000n, undefined))
  }
  expect(offers).toEqual([1_500n, 2_000n, 2_000n, 1_500n, 1_000n])
})

test('a ceiling of 100 percent keeps the reference price', () => {
  const price = createGasPrice(100)
  price.noteCongestion()
  expect(price.next(1_000n, 4_000n)).toBe(1_000n)
})
