import type { Address } from '@dropkit/core'
import { createTestService } from '@dropkit/testing'
import { expect, it } from 'vitest'
import { formerOperators } from './former-operators.ts'

const [FIRST, SECOND, THIRD] = ['0x1' as Address, '0x2' as Address, '0x3' as Address]

it('names all accounts that were the operator before, also if one is the operator again', async () => {
  const { keyValues } = (await createTestService()).ports.memory
  expect(await formerOperators(keyValues, FIRST)).toEqual([])
  expect(await formerOperators(keyValues, SECOND)).toEqual([FIRST])
  expect(await formerOperators(keyValues, THIRD)).toEqual([FIRST, SECOND])
  expect(await formerOperators(keyValues, THIRD)).toEqual([FIRST, SECOND])
  expect(await formerOperators(keyValues, FIRST)).toEqual([SECOND, THIRD])
})
