import { readFileSync } from 'node:fs'
import { normalizeType } from '@dropkit/core/internal'
import { deserialize } from '@mysten/move-bytecode-template'
import { isValidStructTag, normalizeStructTag } from '@mysten/sui/utils'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { moveNamesOf } from './move-types.ts'

test('core normalizes a type like the Sui SDK', () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,5}$/)
  const { struct } = fc.letrec<{ struct: string; parameter: string }>((tie) => ({
    struct: fc
      .tuple(
        fc.stringMatching(/^0x[0-9a-fA-F]{1,64}$/),
        name,
        name,
        fc.array(tie('parameter'), { maxLength: 2, depthIdentifier: 'type' }),
        fc.constantFrom(',', ', '),
      )
      .map(([address, module, type, parameters, comma]) => {
        const list = parameters.length > 0 ? `<${parameters.join(comma)}>` : ''
        return `${address}::${module}::${type}${list}`
      }),
    parameter: fc.oneof(
      { depthSize: 'small', depthIdentifier: 'type' },
      fc.constantFrom('bool', 'address', 'u8', 'u16', 'u32', 'u64', 'u128', 'u256'),
      tie('parameter').map((inner) => `vector<${inner}>`),
      tie('struct'),
    ),
  }))
  fc.assert(
    fc.property(struct, (type) => {
      const expected = normalizeStructTag(type)
      fc.pre(expected.length <= 1_000)
      expect(isValidStructTag(expected)).toBe(true)
      expect(normalizeType(type)).toBe(expected)
      expect(normalizeType(expected)).toBe(expected)
    }),
  )
})

describe('the names of a published coin', () => {
  test.each([
    ['PEPPER', 'pepper', 'PEPPER'],
    ['Pep-per.$1', 'pep_per__1', 'PEP_PER__1'],
    ['1INCH', 'coin_1inch', 'COIN_1INCH'],
    ['_', 'coin__', 'COIN__'],
    ['FUN', 'coin_fun', 'COIN_FUN'],
    ['MOVE', 'coin_move', 'COIN_MOVE'],
    ['COIN', 'coin_coin', 'COIN_COIN'],
    ['template', 'template', 'TEMPLATE'],
  ])('of %s are Move identifiers', (symbol, module, type) => {
    expect(moveNamesOf(symbol)).toEqual({ module, type })
  })

  it('are none that the template uses for anything else', () => {
    const { modules } = JSON.parse(
      readFileSync(new URL('../move/build/coin_template.json', import.meta.url), 'utf8'),
    )
    const { identifiers }: { identifiers: string[] } = deserialize(Buffer.from(modules[0], 'base64'))
    const others = new Set(identifiers.filter((name) => name.toLowerCase() !== 'template'))
    expect(others).toContain('make_supply_fixed_init')
    for (const symbol of [...others, ...[...others].map((name) => name.toUpperCase())]) {
      const { module, type } = moveNamesOf(symbol)
      expect(others).not.toContain(module)
      expect(others).not.toContain(type)
    }
  })

  it('of any symbol begin with a letter and hold letters, digits and underscores', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_$.-]{1,32}$/), (symbol) => {
        const { module, type } = moveNamesOf(symbol)
        expect(module).toMatch(/^[a-z][a-z0-9_]*$/)
        expect(type).toBe(module.toUpperCase())
      }),
    )
  })
})
