import { type Address, amountOf, type Token } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { deserialize, serialize } from '@mysten/move-bytecode-template'
import { bcs } from '@mysten/sui/bcs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCoinToken, anyOperator } from '../../test/any-coin-token.ts'
import { moveNamesOf } from '../move-types.ts'
import { coinPackageOf, recognizeCoin } from './coin-template.ts'
import { COIN_CONSTANTS, coinTermsOf } from './coin-terms.ts'

const OPERATOR = `0x${'0f'.repeat(32)}` as Address
const PACKAGE = `0x${'5a'.repeat(32)}` as Address

const PEPPER: Token = {
  id: idOf('token', '0'.repeat(32)),
  creatorId: idOf('user', '0'.repeat(32)),
  symbol: 'PEPPER',
  name: 'Pepper 🌶️',
  description: 'Hot',
  imageUrl: 'https://example.com/pepper.png',
  decimals: 6,
  totalSupply: amountOf(1_000_000n),
  isExternal: false,
  reserves: { communityDrops: amountOf(900_000n), publicSale: amountOf(0n), creator: amountOf(100_000n) },
  deployment: { kind: 'PENDING' },
  createdAt: 0,
  updatedAt: 0,
}
const PEPPER_TERMS = coinTermsOf(PEPPER, OPERATOR)

/** The module as the chain publishes it: with its own address in place of the zeros. */
function published(module: Uint8Array, packageId: Address): Uint8Array {
  const parts = deserialize(module)
  const self = parts.module_handles[parts.self_module_handle_idx].address
  parts.address_identifiers[self] = packageId.slice(2)
  return serialize(parts)
}

describe('the module of a coin', () => {
  it('contains the terms of any token, and no duplicate names', () => {
    fc.assert(
      fc.property(anyCoinToken(), anyOperator(), (token, operator) => {
        const terms = coinTermsOf(token, operator)
        const { module, dependencies } = coinPackageOf(terms)
        expect(dependencies.map(BigInt)).toEqual([1n, 2n])

        const parts = deserialize(module)
        const names = moveNamesOf(token.symbol)
        expect(parts.identifiers).toEqual(expect.arrayContaining([names.module, names.type]))
        expect(new Set(parts.identifiers).size).toBe(parts.identifiers.length)
        const constants: string[] = parts.constant_pool.map((constant: unknown) => JSON.stringify(constant))
        expect(new Set(constants).size).toBe(constants.length)
        for (const constant of COIN_CONSTANTS) {
          const { type: type_ } = constant
          expect(constants).toContain(JSON.stringify({ type_, data: [...constant.write(terms)] }))
        }
      }),
    )
  })

  it('mints the whole supply, and the reserve for drops to the operator', () => {
    fc.assert(
      fc.property(anyCoinToken(), (token) => {
        const { forDrops, forOwner } = coinTermsOf(token, OPERATOR)
        expect(forDrops).toBe(token.reserves.communityDrops)
        expect(forDrops + forOwner).toBe(token.totalSupply)
      }),
    )
  })

  it.each([
    [null, ''],
    ['/files/file_1', ''],
    ['https://example.com/a%20b.png', 'https://example.com/a%20b.png'],
    ['https://example.com/grün.png', 'https://example.com/gr%C3%BCn.png'],
    ['ipfs://bafy/\ud800', 'ipfs://bafy/%EF%BF%BD'],
  ])('shows the picture %s as %j', (imageUrl, iconUrl) => {
    expect(coinTermsOf({ ...PEPPER, imageUrl }, OPERATOR).iconUrl).toBe(iconUrl)
  })

  it('is made for one wallet only', () => {
    const nobody = `0x${'0'.repeat(64)}` as Address
    expect(() => coinPackageOf(coinTermsOf(PEPPER, nobody))).toThrow('the operator has an address')
  })
})

describe('a published module', () => {
  it('is recognised, with all that it was made of', () => {
    fc.assert(
      fc.property(anyCoinToken(), anyOperator(), anyOperator(), (token, operator, packageId) => {
        const terms = coinTermsOf(token, operator)
        const { module, type } = moveNamesOf(token.symbol)
        expect(recognizeCoin(published(coinPackageOf(terms).module, packageId))).toEqual({
          packageId,
          coinType: `${packageId}::${module}::${type}`,
          terms,
        })
      }),
    )
  })

  it('is another coin, or none, with any byte changed', () => {
    const module = published(coinPackageOf(PEPPER_TERMS).module, PACKAGE)
    const told = recognizeCoin(module)
    expect(told).not.toBeNull()
    const isTold = toldBy(module)
    for (let place = 0; place < module.length; place++) {
      for (const change of [1, 0x20, 0x80, 0xff]) {
        const changed = Uint8Array.from(module)
        changed[place] = (changed[place] ?? 0) ^ change
        const found = recognizeCoin(changed)
        expect(found).not.toEqual(told)
        // Only the terms and the address may differ.
        if (found) expect(isTold(place), `byte ${place}`).toBe(true)
      }
    }
  })

  it('is none with bytes added, taken away or doubled', () => {
    const { module } = coinPackageOf(PEPPER_TERMS)
    for (const wrong of [
      new Uint8Array(),
      module.subarray(0, -1),
      module.subarray(1),
      Buffer.concat([module, Buffer.from([0])]),
      Buffer.concat([module, module]),
    ]) {
      expect(recognizeCoin(wrong)).toBeNull()
    }
  })

  it('is none when it is called otherwise than its symbol', () => {
    const parts = deserialize(coinPackageOf(PEPPER_TERMS).module)
    parts.identifiers = parts.identifiers.map((name: string) =>
      name === 'pepper' ? 'salt' : name === 'PEPPER' ? 'SALT' : name,
    )
    expect(recognizeCoin(serialize(parts))).toBeNull()
  })

  it('is rejected if it contains bytes that are not text', () => {
    const parts = deserialize(coinPackageOf(PEPPER_TERMS).module)
    const longSymbol = bcs
      .byteVector()
      .serialize(Buffer.from(`${'1'.repeat(65_531)}s`))
      .toBytes()
    // Longer than a name may be, not UTF-8, without its tag, more than a u64 holds.
    for (const [place, data] of [
      [0, [...longSymbol]],
      [1, [2, 0xff, 0x6e]],
      [1, [0]],
      [1, [1, 0x78]],
      [7, Array(16).fill(0xff)],
    ] as const) {
      const pool = parts.constant_pool.map((constant: object, index: number) =>
        index === place ? { ...constant, data } : constant,
      )
      expect(recognizeCoin(serialize({ ...parts, constant_pool: pool }))).toBeNull()
    }
  })
})

/** Returns whether a byte of the module belongs to its address or to the constants with the coin's terms. */
function toldBy(module: Uint8Array): (place: number) => boolean {
  const bytes = Buffer.from(module)
  const [first, ...others] = COIN_CONSTANTS.map((one) => Buffer.from(one.write(PEPPER_TERMS)))
  const last = others.at(-1)
  if (!first || !last) throw new Error('there are constants')
  const ranges = [
    [bytes.indexOf(PACKAGE.slice(2), 0, 'hex'), 32],
    [bytes.indexOf(first), bytes.indexOf(last) + last.length - bytes.indexOf(first)],
  ] as const
  return (place) => ranges.some(([from, length]) => place >= from && place < from + length)
}
