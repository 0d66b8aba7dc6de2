import { sampleAddress } from '@dropkit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSuiWorld, type SuiWorld, unwrap } from '../../test/sui-fixture.ts'
import { type CompiledPackage, compiledDropkit } from './coin-template.ts'
import { checkPackage } from './node-facts.ts'

describe('a published package', () => {
  let world: SuiWorld
  let compiled: CompiledPackage
  beforeAll(async () => {
    world = await openSuiWorld()
    compiled = await compiledDropkit()
  })
  afterAll(() => world.close())

  const check = async (modules: readonly string[], packageId = world.options.packageId) =>
    unwrap(await checkPackage(world.options, packageId, { ...compiled, modules }))

  test('is the same if it has exactly the compiled modules', async () => {
    expect(await check(compiled.modules)).toEqual({ kind: 'same' })
  })

  test('is different if it lacks a compiled module', async () => {
    expect(await check([...compiled.modules, 'AAAA'])).toEqual({ kind: 'different', modules: [] })
  })

  test('is different if it has more modules, which are named', async () => {
    const [, ...others] = compiled.modules
    expect(await check(others)).toEqual({ kind: 'different', modules: [expect.stringMatching(/^[a-z_]+$/)] })
  })

  test('is absent if the node does not know it', async () => {
    expect(await check(compiled.modules, sampleAddress(0xdead))).toEqual({ kind: 'absent' })
  })
})
