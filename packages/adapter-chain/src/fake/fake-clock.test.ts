import { describe, expect, test } from 'vitest'
import {
  addressOf,
  claim,
  createFixture,
  granted,
  openVault,
  openVaultAction,
  prepare,
  refused,
  START,
  SUI,
  tokenWith,
} from '../../test/fake-chain-fixture.ts'

describe('the clock of the fake chain', () => {
  test('goes with the machine, and as far ahead as it was moved', async () => {
    const { chain, clock, pass } = createFixture()
    expect(granted(await chain.advance({ seconds: 60 }))).toEqual({ now: START + 60_000 })
    expect(clock.now()).toBe(START + 60_000)
    pass(5)
    expect(clock.now()).toBe(START + 60_005)
    expect(granted(await chain.advance({ seconds: '0' }))).toEqual({ now: START + 60_005 })
  })

  test('is moved for every server on the store, also for one that starts later', async () => {
    const one = createFixture()
    const other = createFixture({ keyValues: one.keyValues })
    granted(await one.chain.advance({ seconds: 60 }))
    granted(await other.chain.advance({ seconds: 40 }))
    await one.clock.refresh()
    expect([one.clock.now(), other.clock.now()]).toEqual([START + 100_000, START + 100_000])
    const late = createFixture({ keyValues: one.keyValues })
    await late.clock.refresh()
    expect(late.clock.now()).toBe(START + 100_000)
  })

  test('loses no move when several are made at once', async () => {
    const { chain, clock } = createFixture()
    await Promise.all(Array.from({ length: 20 }, () => chain.advance({ seconds: 1 })))
    expect(clock.now()).toBe(START + 20_000)
  })

  test('never goes backwards, even when that of the machine does', async () => {
    const { clock, pass } = createFixture()
    expect(clock.now()).toBe(START)
    pass(-5_000)
    expect(clock.now()).toBe(START)
  })

  test('runs vouchers out', async () => {
    const { chain } = createFixture()
    const vault = await openVault(chain)
    granted(await chain.advance({ seconds: 901 }))
    expect(refused(await claim(chain, await vault.sign({})))).toMatchObject({ abort: 'EExpired' })
    const { chainTime, used } = granted(await chain.usedNonces(vault.dropObjectId, [1]))
    expect([chainTime, used?.size]).toEqual([START + 901_000, 0])
  })

  test('is not moved further than a hundred years', async () => {
    const { chain, clock } = createFixture()
    for (let decade = 0; decade < 10; decade++) granted(await chain.advance({ seconds: 315_360_000 }))
    expect(refused(await chain.advance({ seconds: 1 }))).toMatchObject({
      kind: 'bad_input',
      field: 'seconds',
    })
    expect(clock.now()).toBe(START + 3_153_600_000_000)
  })
})

describe('an outage', () => {
  const alice = addressOf('a11ce')
  const unavailable = { ok: false, error: { kind: 'chain_unavailable' } }

  test('makes everything fail except itself', async () => {
    const { chain, keyValues } = createFixture()
    const vault = await openVault(chain)
    const voucher = await vault.sign({})
    const transaction = await prepare(chain, openVaultAction())
    const transactionBytes = granted(await chain.prepareTokenDeployment(tokenWith(), alice))
    const before = [...keyValues.values]
    expect(granted(await chain.outage({ seconds: 60 }))).toEqual({ now: START })
    const answers = await Promise.all([
      chain.prepare(openVaultAction()),
      chain.submit(transaction),
      chain.outcome(transaction.digest),
      chain.prepareTokenDeployment(tokenWith(), alice),
      chain.prepareDeposit(vault, voucher.amount, alice),
      chain.vaults([]),
      chain.usedNonces(vault.dropObjectId, [1]),
      chain.claimsAfter(null, 1),
      chain.coin(SUI),
      chain.balances(SUI, []),
      chain.ownedObjects(SUI, []),
      chain.check(),
      chain.faucet({ address: alice, coinType: SUI, amount: '1' }),
      chain.transfer({ from: alice, to: alice, coinType: SUI, amount: '1' }),
      chain.execute({ sender: alice, transactionBytes }),
      chain.mintNft({ owner: alice, type: SUI }),
      claim(chain, voucher),
      chain.advance({ seconds: 1 }),
    ])
    for (const answer of answers) expect(answer).toMatchObject(unavailable)
    expect([...keyValues.values]).toEqual(before)
    granted(await chain.outage({ seconds: 0 }))
    expect((await chain.check()).ok).toBe(true)
    granted(await claim(chain, voucher))
  })

  test('ends by the clock of the machine', async () => {
    const { chain, pass } = createFixture()
    granted(await chain.outage({ seconds: 60 }))
    pass(59_999)
    expect(await chain.check()).toMatchObject(unavailable)
    pass(1)
    expect((await chain.check()).ok).toBe(true)
  })

  test('does not outlive the server, and is its own alone', async () => {
    const { chain, keyValues } = createFixture()
    granted(await chain.outage({ seconds: 60 }))
    const restarted = createFixture({ keyValues })
    expect((await restarted.chain.check()).ok).toBe(true)
    expect(await chain.check()).toMatchObject(unavailable)
  })
})
