import { type Address, amountOf, type Token } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { deserialize, serialize } from '@mysten/move-bytecode-template'
import { bcs } from '@mysten/sui/bcs'
import { fromBase64 } from '@mysten/sui/utils'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { anyCoinToken, anyOperator } from '../../test/any-coin-token.ts'
import { tokenWith } from '../../test/fake-chain-fixture.ts'
import {
  addressFor,
  done,
  MUCH_GAS,
  openAction,
  openSuiWorld,
  openVault,
  operator,
  PEPPER,
  prepared,
  SUI,
  type SuiWorld,
  unwrap,
  wallet,
} from '../../test/sui-fixture.ts'
import { moveNamesOf } from '../move-types.ts'
import { currencyIdOf } from './coin-registrations.ts'
import { COIN_CONSTANTS, coinPackageOf, coinTermsOf, recognizeCoin } from './coin-template.ts'

describe('the template of a coin', () => {
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
      const zeroAddress = `0x${'0'.repeat(64)}` as Address
      expect(() => coinPackageOf(coinTermsOf(PEPPER, zeroAddress))).toThrow('the operator has an address')
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
})

describe('the registration of a coin', () => {
  const token = tokenWith({ name: 'Piñata 🌶️', symbol: 'PIN', decimals: 6 })

  let world: SuiWorld
  beforeEach(async () => {
    world = await openSuiWorld()
    world.node.faucet(addressFor(operator), SUI, MUCH_GAS, 'balance')
  })
  afterEach(() => world.close())

  /** Publishes the token with the owner's wallet. Returns the coin's type. */
  async function publish(): Promise<string> {
    world.node.faucet(addressFor(wallet), SUI, MUCH_GAS)
    const unsigned = unwrap(await world.chain.prepareTokenDeployment(token, addressFor(wallet)))
    const transaction = fromBase64(unsigned)
    const { signature } = await wallet.signTransaction(transaction)
    const { client } = world.options
    const sent = await client.core.executeTransaction({ transaction, signatures: [signature] })
    const outcome = unwrap(await world.chain.outcome(sent.Transaction?.digest ?? ''))
    const published = outcome.kind === 'succeeded' ? outcome.effects.published : []
    expect(published).toMatchObject([
      { tokenId: token.id, address: currencyIdOf(published[0]?.coinType ?? '') },
    ])
    return published[0]?.coinType ?? ''
  }

  const shownByNode = async (coinType: string) =>
    (await world.options.client.getCoinMetadata({ coinType })).coinMetadata

  describe('a coin that was published', () => {
    test('is registered with its first vault, and known before and after', async () => {
      const coinType = await publish()
      const known = { coinType, address: currencyIdOf(coinType), symbol: 'PIN', decimals: 6 }
      expect(await shownByNode(coinType)).toBeNull()
      expect(unwrap(await world.chain.coin(coinType))).toMatchObject(known)

      const vaultsOpened = (await done(world.chain, openAction(600n, { coinType }))).vaultsOpened
      expect(vaultsOpened).toMatchObject([{ coinType }])
      expect(await shownByNode(coinType)).toMatchObject({ id: currencyIdOf(coinType), name: token.name })
      expect(unwrap(await world.chain.coin(coinType))).toMatchObject(known)
    })

    test('is registered once when two servers open vaults of it at the same moment', async () => {
      const coinType = await publish()
      const other = world.openServer()
      const [first, second] = await Promise.all([
        prepared(world.chain, openAction(300n, { coinType })),
        prepared(other, openAction(300n, { coinType, dropId: idOf('drop', '2'.padStart(32, '0')) })),
      ])
      expect(unwrap(await world.chain.submit(first))).toBe('sent')
      // The transaction can never run, so the other server may prepare its vault again immediately.
      expect(unwrap(await other.submit(second))).toBe('impossible')
      expect((await done(other, openAction(300n, { coinType }))).vaultsOpened).toHaveLength(1)
    })

    test('gets its vault although the node that lists it lags behind its registration', async () => {
      const coinType = await publish()
      const { core } = world.options.client
      const type = `0x2::coin_registry::Currency<${coinType}>`
      const stale = await core.listOwnedObjects({ owner: '0xc', type, include: { content: true } })
      await done(world.openServer(), openAction(300n, { coinType }))
      const lagging = vi.spyOn(core, 'listOwnedObjects').mockResolvedValue(stale)
      const opened = await done(world.chain, openAction(300n, { coinType }))
      expect(lagging).toHaveBeenCalledOnce()
      expect(opened.vaultsOpened).toHaveLength(1)
    })
  })

  test('a coin that was created without the registry is known, and needs no registration', async () => {
    world.node.describeCoin({
      ...{ coinType: PEPPER, name: 'Pepper', symbol: 'PEPPER' },
      ...{ description: '', iconUrl: '', decimals: 3 },
    })
    expect(unwrap(await world.chain.coin(PEPPER))).toMatchObject({ symbol: 'PEPPER', decimals: 3 })
    expect(await openVault(world, 5n)).toMatchObject({ coinType: PEPPER })
  })
})
