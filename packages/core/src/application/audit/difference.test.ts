import { expect, test } from 'vitest'
import { comparing, type Difference } from './difference.ts'

const found = (kept: Parameters<ReturnType<typeof comparing>>[2], derived: typeof kept) => {
  const differences: Difference[] = []
  comparing((difference) => differences.push(difference), 'drop_1')('claim_1', 'amount', kept, derived)
  return differences.map((difference) => [difference.kept, difference.derived])
}

test('values with the same text are no difference, whatever their types', () => {
  expect(found(5n, '5')).toEqual([])
  expect(found(5, 5n)).toEqual([])
  expect(found(null, undefined)).toEqual([])
  expect(found(null, 'none')).toEqual([])
  expect(found(undefined, 'none')).toEqual([])
})

test('a difference contains its subject, the stored value and the expected value', () => {
  const differences: Difference[] = []
  comparing((difference) => differences.push(difference), null)('log', 'first place', 2, 1n)
  expect(differences).toEqual([
    { dropId: null, record: 'log', field: 'first place', kept: '2', derived: '1' },
  ])
  expect(found(null, 0)).toEqual([['none', '0']])
  expect(found('', undefined)).toEqual([['', 'none']])
  expect(found(true, false)).toEqual([['true', 'false']])
})
