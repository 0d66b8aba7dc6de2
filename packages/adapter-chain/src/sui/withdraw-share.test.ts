import { amountOf, type KeyValueStore } from '@dropkit/core'
import { fromBase64 } from '@mysten/sui/utils'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStrictKeyValueStore, type StrictKeyValueStore } from '../../test/fake-chain-fixture.ts'
import {
  addressFor,
  done,
  MUCH_GAS,
  type OpenedVault,
  openSuiWorld,
  openVault,
  operator,
  PEPPER,
  SUI,
  type SuiWorld,
  treasury,
  unwrap,
  wallet,
} from '../../test/sui-fixture.ts'
import { addressOf } from './sui-node.ts'
import { type WithdrawnShare, withdrawShare } from './withdraw-share.ts'

const WALLET = addressFor(wallet)
const OTHER = addressFor(treasury)

let world: SuiWorld
let vault: OpenedVault
let stored: StrictKeyValueStore
let keyValues: KeyValueStore
/** Called after each write to the store. */
let afterWrite: () => void

/** A store whose process may end after a write. */
function openStore(): KeyValueStore {
  stored = createStrictKeyValueStore('sui/withdrawals/')
  return {
    ...stored,
    async transact(keys, decide) {
      const result = await stored.transact(keys, decide)
      afterWrite()
      return result
    },
  }
}

beforeEach(async () => {
  world = await openSuiWorld()
  afterWrite = () => {}
  keyValues = openStore()
  vault = await openVault(world, 60n)
})
afterEach(() => world.close())

async function fill(signer: typeof wallet, amount: bigint): Promise<void> {
  const funder = addressFor(signer)
  world.node.faucet(funder, SUI, MUCH_GAS)
  world.node.faucet(funder, PEPPER, amount)
  const bytes = fromBase64(unwrap(await world.chain.prepareDeposit(vault, amountOf(amount), funder)))
  const { signature } = await signer.signTransaction(bytes)
  await world.options.client.core.executeTransaction({ transaction: bytes, signatures: [signature] })
}

/** Closes the vault while the coin is denied to two wallets, so that the shares of both, 40 together, stay in it. */
async function closeWithShares(): Promise<void> {
  await fill(wallet, 30n)
  await fill(treasury, 10n)
  world.node.denyCoin(PEPPER, WALLET)
  world.node.denyCoin(PEPPER, OTHER)
  world.node.endEpoch()
  await done(world.chain, { kind: 'close_vault', ...vault })
}

async function allowAgain(): Promise<void> {
  world.node.allowCoin(PEPPER, WALLET)
  world.node.allowCoin(PEPPER, OTHER)
  world.node.endEpoch()
}

const withdraw = async (more: Partial<WithdrawnShare> = {}, signer = operator) =>
  unwrap(
    await withdrawShare(
      { ...world.options, operator: signer, keyValues, pause: async () => {} },
      { vault: vault.dropObjectId, wallet: WALLET, amount: 15n, id: 'share', ...more },
    ),
  )

const balanceOf = async (owner = WALLET) => unwrap(await world.chain.balances(PEPPER, [owner])).get(owner)

const refusedWith = (reason: RegExp) => ({ kind: 'refused', reason: expect.stringMatching(reason) })

test('nothing is withdrawn from a vault that is in use', async () => {
  expect(await withdraw({ wallet: addressFor(operator), amount: 60n })).toEqual({
    kind: 'refused',
    reason: `the vault ${vault.dropObjectId} is not paused, so it is in use`,
  })
})

describe('a withdrawal from a closed vault that keeps shares', () => {
  beforeEach(closeWithShares)

  test('is refused while the coin is denied to the wallet, and stores nothing', async () => {
    expect(await withdraw()).toMatchObject(refusedWith(/is denied for coin/))
    expect(stored.values.size).toBe(0)
  })

  test.each<[Partial<WithdrawnShare>, RegExp]>([
    [{ amount: 31n }, /has put 30 into the vault, which leaves less than 31/],
    [{ wallet: addressOf('0xbad') }, /has put 0 into the vault/],
    [{ vault: WALLET }, /is not a vault for coins/],
  ])('is refused if it asks for %o', async (more, reason) => {
    await allowAgain()
    expect(await withdraw(more)).toMatchObject(refusedWith(reason))
  })

  test("is refused for an account that does not hold the vault's rights", async () => {
    await allowAgain()
    expect(await withdraw({}, treasury)).toMatchObject(refusedWith(/EWrongCap/))
  })

  test('is paid once, however often it is repeated', async () => {
    await allowAgain()
    const paid = await withdraw()
    expect(paid).toMatchObject({ kind: 'paid', isEarlier: false })
    expect(await withdraw()).toEqual({ ...paid, isEarlier: true })
    expect(await balanceOf()).toBe(15n)
  })

  test('is refused under the name of another amount, and paid under its own name up to the whole share', async () => {
    await allowAgain()
    await withdraw()
    expect(await withdraw({ amount: 10n })).toMatchObject(
      refusedWith(/"share" of 0x\w+ is of 15; use another --id/),
    )
    expect(await withdraw({ amount: 16n, id: 'rest' })).toMatchObject(
      refusedWith(/has put 30 into the vault and taken 15 out of it, which leaves less than 16/),
    )
    expect(await withdraw({ id: 'rest' })).toMatchObject({ kind: 'paid' })
    expect(await withdraw({ wallet: OTHER, amount: 10n })).toMatchObject({ kind: 'paid' })
    expect([await balanceOf(), await balanceOf(OTHER)]).toEqual([30n, 10n])
  })

  test('is paid once by two runs at the same time', async () => {
    await allowAgain()
    const both = await Promise.all([withdraw(), withdraw()])
    expect(both.some(({ kind }) => kind === 'paid')).toBe(true)
    expect(await withdraw()).toMatchObject({ kind: 'paid', isEarlier: true })
    expect(await balanceOf()).toBe(15n)
  })

  test('is paid once if the answer to sending it is lost', async () => {
    await allowAgain()
    world.node.setFault({ method: 'ExecuteTransaction', fault: { kind: 'lost_reply' } })
    expect(await withdraw()).toMatchObject({ kind: 'paid' })
    expect(await withdraw()).toMatchObject({ kind: 'paid', isEarlier: true })
    expect(await balanceOf()).toBe(15n)
  })

  test('is unknown until its transaction is final, is then followed by the next run, and no other one is started meanwhile', async () => {
    await allowAgain()
    world.node.holdFinality()
    expect(await withdraw()).toMatchObject({ kind: 'unknown' })
    expect(await withdraw({ wallet: OTHER, amount: 10n })).toMatchObject(
      refusedWith(/is unknown .*repeat that one first/),
    )
    world.node.releaseFinality()
    expect(await withdraw()).toMatchObject({ kind: 'paid', isEarlier: true })
    expect(await withdraw({ wallet: OTHER, amount: 10n })).toMatchObject({ kind: 'paid', isEarlier: false })
    expect([await balanceOf(), await balanceOf(OTHER)]).toEqual([15n, 10n])
  })

  test('is paid by the next run, with the same transaction, if the first one is killed before it sends it', async () => {
    await allowAgain()
    afterWrite = () => {
      throw new Error('killed')
    }
    await expect(withdraw()).rejects.toThrow('killed')
    const [killed] = [...stored.values.values()].map((text) => JSON.parse(text)[0])
    expect(await balanceOf()).toBe(0n)
    afterWrite = () => {}
    expect(await withdraw()).toEqual({ kind: 'paid', digest: killed.digest, isEarlier: true })
    expect(await balanceOf()).toBe(15n)
  })

  test('is signed again after a transaction that was not sent before its epoch ended', async () => {
    await allowAgain()
    afterWrite = () => {
      throw new Error('killed')
    }
    await expect(withdraw()).rejects.toThrow('killed')
    afterWrite = () => {}
    world.node.advance(2 * 86_400_000)
    expect(await withdraw()).toMatchObject({ kind: 'paid', isEarlier: false })
    expect(await withdraw()).toMatchObject({ kind: 'paid', isEarlier: true })
    expect(await balanceOf()).toBe(15n)
  })
})
