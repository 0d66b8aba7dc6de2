import { amountOf, type Token } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { fromBase64 } from '@mysten/sui/utils'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
import { currencyIdOf } from './coin-registrations.ts'

const token: Token = {
  id: idOf('token', '7'.padStart(32, '0')),
  creatorId: idOf('user', '1'.padStart(32, '0')),
  name: 'Piñata 🌶️',
  symbol: 'PIN',
  decimals: 6,
  totalSupply: amountOf(1_000n),
  description: null,
  imageUrl: null,
  isExternal: false,
  reserves: { communityDrops: amountOf(600n), publicSale: amountOf(0n), creator: amountOf(400n) },
  deployment: { kind: 'PENDING' },
  createdAt: 0,
  updatedAt: 0,
}

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
