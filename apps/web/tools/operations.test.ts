import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { operations, operationsPath } from './operations.ts'

test('the generated operations are those of the pages and the schema (npm run codegen makes them)', async () => {
  expect(await readFile(operationsPath, 'utf8')).toBe(await operations())
})
