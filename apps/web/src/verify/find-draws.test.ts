import type { Address, Amount } from '@dropkit/core'
import { expect, test } from 'vitest'
import { findDraws } from './find-draws.ts'

const draw = (sequence: number, digits: string) => ({
  sequence,
  claimer: `0x${digits.padStart(64, '0')}` as Address,
  amount: 1n as Amount,
})
const draws = [draw(1, 'a11ce'), draw(2, 'b0b'), draw(3, 'b0bb')]
const found = (asked: string) => findDraws(draws, asked).map(({ sequence }) => sequence)

test('a wallet is found however it is written', () => {
  expect(found('0xB0B')).toEqual([2])
  expect(found(` 0x${'b0b'.padStart(64, '0')} `)).toEqual([2])
})

test('a part of an address finds all that have it', () => {
  expect(found('b0b')).toEqual([2, 3])
})

test('with nothing asked all are there', () => {
  expect(found(' ')).toEqual([1, 2, 3])
})

test('an unknown wallet finds nothing', () => {
  expect(found('0xdead')).toEqual([])
})
