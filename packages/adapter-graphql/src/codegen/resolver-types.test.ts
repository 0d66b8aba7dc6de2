import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { resolverTypes, resolverTypesPath } from './resolver-types.ts'

test('the generated resolver types are those of the schema (npm run codegen makes them)', async () => {
  expect(await readFile(resolverTypesPath, 'utf8')).toBe(await resolverTypes())
})
