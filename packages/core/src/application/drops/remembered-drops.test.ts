import { expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { createRememberedDrops } from './remembered-drops.ts'

const idNumber = (n: number) => idOf('drop', String(n).padStart(32, '0'))
const PRICE = {} as NonNullable<Drop['price']>
const priced = (most: number) =>
  createRememberedDrops<Pick<Drop, 'id' | 'price'>>(most, ({ price }) => price !== null)

test('a drop is known to have a price from when it is noted with one until it is noted without', () => {
  const drops = priced(9)
  const id = idNumber(1)
  expect(drops.has(id)).toBe(false)
  drops.note({ id, price: PRICE })
  expect(drops.has(id)).toBe(true)
  drops.note({ id, price: null })
  expect(drops.has(id)).toBe(false)
})

test('the cache is cleared when it is full', () => {
  const drops = priced(2)
  const ids = [idNumber(1), idNumber(2), idNumber(3)]
  const known = ids.map((id) => {
    drops.note({ id, price: PRICE })
    return ids.map((one) => drops.has(one))
  })
  expect(known).toEqual([
    [true, false, false],
    [true, true, false],
    [false, false, true],
  ])
})
