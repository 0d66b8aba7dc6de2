import { readFileSync } from 'node:fs'
import { deserialize } from '@mysten/move-bytecode-template'
import { describe, expect, test } from 'vitest'
import {
  buildPath,
  type CompiledMovePackage,
  compileMovePackage,
  MOVE_PACKAGE_NAMES,
  readMovePackage,
  runMoveTests,
} from '../tools/compile-move.ts'
import { generatedTests } from '../tools/generated-tests.ts'

const addressOf = (digits: string): string => `0x${digits.padStart(64, '0')}`

const committed = (name: string): CompiledMovePackage => JSON.parse(readFileSync(buildPath(name), 'utf8'))

const countOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

/** The addresses of the modules that a module uses, including its own. */
function addressesIn(module: string): string[] {
  const { address_identifiers, module_handles } = deserialize(Buffer.from(module, 'base64'))
  return module_handles.map(({ address }: { address: number }) => `0x${address_identifiers[address]}`)
}

describe.each(MOVE_PACKAGE_NAMES)('the Move package %s', (name) => {
  const files = readMovePackage(name)

  test('is identical to its compiled copy in the repository', async () => {
    expect(await compileMovePackage(files), 'npm run move -w packages/adapter-chain').toEqual(committed(name))
  })

  test('needs only the standard packages of every chain', () => {
    const { modules, dependencies } = committed(name)
    expect(dependencies).toEqual([addressOf('1'), addressOf('2')])
    const used = new Set(modules.flatMap(addressesIn))
    const everywhere = new Set([addressOf('0'), addressOf('1'), addressOf('2')])
    expect([...used].filter((address) => !everywhere.has(address))).toEqual([])
    expect(used).toContain(addressOf('2'))
  })

  test('passes its own tests', async () => {
    const declared = countOf(Object.values(files).join('\n'), /^#\[test[\],]/gm)
    expect(declared).toBeGreaterThan(0)
    const { passed, output } = await runMoveTests(files)
    expect({ passed, output }).toEqual({
      passed: true,
      output: expect.stringContaining(`Total tests: ${declared}; passed: ${declared}; failed: 0`),
    })
  })
})

describe('a Move test that follows from another file', () => {
  test.each(generatedTests())('is as it would be written now: $path', ({ path, text }) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})
