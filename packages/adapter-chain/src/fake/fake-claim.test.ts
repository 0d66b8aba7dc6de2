import { amountOf } from '@dropkit/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  act,
  addressOf,
  balanceOf,
  claim,
  createFixture,
  granted,
  openVault,
  publicKeyOf,
  refused,
  START,
  SUI,
} from '../../test/fake-chain-fixture.ts'

const claimer = addressOf('c1a1')

describe('a voucher taken to the fake chain', () => {
  test('pays its claimer once, out of the vault', async () => {
    const { chain } = createFixture()
    const vault = await openVault(chain)
    const { txHash } = granted(await claim(chain, await vault.sign({})))
    expect(await balanceOf(chain, SUI, claimer)).toBe(100n)
    expect(granted(await chain.vaults([vault.dropObjectId])).get(vault.dropObjectId)).toEqual({
      balance: 900n,
      deposited: 1_000n,
      publicKey: vault.publicKey,
      isPaused: false,
    })
    const { dropObjectId } = vault
    expect(granted(await chain.outcome(txHash))).toEqual({
      kind: 'succeeded',
      effects: {
        sender: claimer,
        at: START,
        claimed: [{ dropObjectId, claimer, amount: 100n, nonce: 1, txHash, at: START }],
        vaultsOpened: [],
        deposits: [],
        published: [],
        payments: [],
      },
    })
  })

  test('is refused the second time, and the failure has its own hash', async () => {
    const { chain } = createFixture()
    const vault = await openVault(chain)
    const voucher = await vault.sign({})
    const { txHash } = granted(await claim(chain, voucher))
    const error = refused(await claim(chain, voucher))
    expect(error).toMatchObject({ kind: 'aborted', abort: 'ENonceUsed' })
    const failure = error.kind === 'aborted' ? error.txHash : ''
    expect(failure).not.toBe(txHash)
    expect(granted(await chain.outcome(failure))).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/^ENonceUsed: /),
      at: START,
    })
    expect(granted(await chain.outcome(txHash))).toMatchObject({ kind: 'succeeded' })
    expect(await balanceOf(chain, SUI, claimer)).toBe(100n)
  })

  test('is refused with a signature over anything else', async () => {
    const { chain } = createFixture()
    const vault = await openVault(chain)
    const other = await openVault(chain, { drop: 2 })
    const voucher = await vault.sign({})
    const forged = [
      { ...voucher, amount: amountOf(101n) },
      { ...voucher, nonce: 2 },
      { ...voucher, claimer: addressOf('bad') },
      { ...voucher, expiresAt: voucher.expiresAt + 1 },
      { ...voucher, dropObjectId: other.dropObjectId },
      { ...voucher, signature: (await other.sign({})).signature },
      { ...voucher, signature: 'AAAA' },
      { ...voucher, signature: '' },
    ]
    for (const voucher of forged) {
      expect(refused(await claim(chain, voucher))).toMatchObject({ kind: 'aborted', abort: 'EBadSignature' })
    }
    expect(granted(await claim(chain, voucher))).toBeDefined()
  })

  test('is good until its expiry by the clock of the chain, and not from then on', async () => {
    const { chain, pass } = createFixture()
    const vault = await openVault(chain)
    pass(899_999)
    expect(granted(await claim(chain, await vault.sign({ nonce: 1 })))).toBeDefined()
    pass(1)
    expect(refused(await claim(chain, await vault.sign({ nonce: 2 })))).toMatchObject({ abort: 'EExpired' })
  })

  test('waits for a vault that holds too little, and is paid once it holds enough', async () => {
    const { chain } = createFixture()
    const vault = await openVault(chain, { deposit: 99n })
    const voucher = await vault.sign({})
    expect(refused(await claim(chain, voucher))).toMatchObject({ abort: 'EInsufficientVault' })
    const { dropObjectId, coinType } = vault
    await act(chain, { kind: 'fund_vault', dropObjectId, coinType, deposit: amountOf(1n) })
    expect(granted(await claim(chain, voucher))).toBeDefined()
    expect(granted(await chain.vaults([dropObjectId])).get(dropObjectId)).toMatchObject({
      balance: 0n,
      deposited: 100n,
    })
  })

  test('has to be signed by the new key after a rotation', async () => {
    const { chain } = createFixture()
    const { dropObjectId, coinType, sign } = await openVault(chain)
    const other = await openVault(chain, { drop: 2 })
    await act(chain, { kind: 'rotate_key', dropObjectId, coinType, publicKey: publicKeyOf(2) })
    expect(refused(await claim(chain, await sign({})))).toMatchObject({ abort: 'EBadSignature' })
    expect(granted(await claim(chain, await other.sign({ dropObjectId })))).toBeDefined()
  })

  test('is worth nothing once the vault is closed', async () => {
    const { chain } = createFixture()
    const { dropObjectId, coinType, sign } = await openVault(chain)
    await act(chain, { kind: 'close_vault', dropObjectId, coinType })
    expect(refused(await claim(chain, await sign({})))).toMatchObject({ abort: 'EVaultClosed' })
  })

  test('of an NFT drop mints as many pieces as it says', async () => {
    const { chain } = createFixture({ auto: false })
    const vault = await openVault(chain, { type: 'NFT', coinType: null, deposit: 5n })
    const other = await openVault(chain, { type: 'NFT', coinType: null, deposit: 5n, drop: 2 })
    expect(other.coinType).not.toBe(vault.coinType)
    granted(await claim(chain, await vault.sign({ nonce: 1, amount: amountOf(1n) })))
    granted(await claim(chain, await vault.sign({ nonce: 2, amount: amountOf(3n) })))
    const owned = async (type: string) => granted(await chain.ownedObjects(type, [claimer, addressOf('2')]))
    expect([...(await owned(vault.coinType))]).toEqual([
      [claimer, 4],
      [addressOf('2'), 0],
    ])
    expect((await owned(other.coinType)).get(claimer)).toBe(0)
    const tooMany = await vault.sign({ nonce: 3, amount: amountOf(2n) })
    expect(refused(await claim(chain, tooMany))).toMatchObject({ abort: 'EInsufficientVault' })
  })

  test('reads its numbers and addresses in any form', async () => {
    const { chain } = createFixture()
    const { dropObjectId, sign } = await openVault(chain)
    const { signature } = await sign({ claimer: addressOf('abc') })
    const claimed = await chain.claim({
      dropObjectId: dropObjectId.toUpperCase().replace('0X', '0x'),
      claimer: '0xABC',
      amount: 100,
      nonce: 1,
      expiry: START + 900_000,
      signature,
    })
    expect(claimed.ok).toBe(true)
    expect(await balanceOf(chain, SUI, addressOf('abc'))).toBe(100n)
  })

  test.each([
    ['dropObjectId', undefined],
    ['dropObjectId', '0x'],
    ['dropObjectId', addressOf('404')],
    ['claimer', 'alice'],
    ['claimer', 7],
    ['amount', '0'],
    ['amount', '1.5'],
    ['amount', '-1'],
    ['amount', '18446744073709551616'],
    ['amount', 2 ** 53],
    ['nonce', '01'],
    ['nonce', -1],
    ['nonce', null],
    ['expiry', '1e3'],
    ['expiry', '99999999999999999999'],
    ['signature', undefined],
    ['signature', 5],
  ])('names %s when it is %j', async (field, value) => {
    const { chain } = createFixture()
    const { expiresAt: expiry, amount, ...voucher } = await (await openVault(chain)).sign({})
    const given = { ...voucher, amount: String(amount), expiry, [field]: value }
    const error = refused(await chain.claim(given))
    expect(error).toMatchObject({ kind: 'bad_input', field })
    expect(error.reason).toMatch(new RegExp(`${field}|vault`))
  })

  test('takes effect once when 200 send it at once', async () => {
    const { chain } = createFixture()
    const voucher = await (await openVault(chain)).sign({})
    const answers = await Promise.all(Array.from({ length: 200 }, () => claim(chain, voucher)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers) if (!answer.ok) expect(answer.error).toMatchObject({ abort: 'ENonceUsed' })
    expect(await balanceOf(chain, SUI, claimer)).toBe(100n)
    expect(granted(await chain.claimsAfter(null, 500)).claims).toHaveLength(1)
  })

  test('never takes more from a vault than it holds, even with simultaneous claims', async () => {
    const fixture = createFixture()
    const others = createFixture({ keyValues: fixture.keyValues })
    const { dropObjectId, sign } = await openVault(fixture.chain, { deposit: 1_050n })
    const vouchers = await Promise.all(Array.from({ length: 30 }, (_, nonce) => sign({ nonce })))
    const answers = await Promise.all(
      vouchers.map((voucher, n) => claim(n % 2 === 0 ? fixture.chain : others.chain, voucher)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
    expect(granted(await fixture.chain.vaults([dropObjectId])).get(dropObjectId)?.balance).toBe(50n)
  })

  test('costs the same after a thousand others', async () => {
    const { chain, keyValues } = createFixture()
    const { sign } = await openVault(chain, { deposit: 1_000_000n })
    const longest = () => Math.max(...[...keyValues.values.values()].map((value) => value.length))
    await claim(chain, await sign({ nonce: 1 }))
    const [keys, size, before] = [keyValues.largestTransaction(), longest(), keyValues.transactions()]
    for (let nonce = 2; nonce <= 1_000; nonce++) await claim(chain, await sign({ nonce }))
    expect(keyValues.largestTransaction()).toBe(keys)
    expect(longest()).toBeLessThan(size + 20)
    expect(keyValues.transactions() - before).toBe(999)
  })
})

describe('a nonce', () => {
  test('is shown as used from the claim on', async () => {
    const { chain } = createFixture()
    const { dropObjectId, sign } = await openVault(chain)
    granted(await claim(chain, await sign({ nonce: 7 })))
    const { chainTime, used } = granted(await chain.usedNonces(dropObjectId, [6, 7, 7, 8]))
    expect(chainTime).toBe(START)
    expect(used).toEqual(new Set([7]))
  })

  test('of a vault that does not exist is not used', async () => {
    const { chain } = createFixture()
    expect(granted(await chain.usedNonces(addressOf('404'), [1])).used).toEqual(new Set())
  })

  test('stays known when the vault is closed', async () => {
    const { chain } = createFixture()
    const { dropObjectId, coinType, sign } = await openVault(chain)
    granted(await claim(chain, await sign({ nonce: 7 })))
    await act(chain, { kind: 'close_vault', dropObjectId, coinType })
    expect(granted(await chain.usedNonces(dropObjectId, [7, 8])).used).toEqual(new Set([7]))
  })

  test('that was seen unused after its expiry is never paid, not even by a server whose clock is behind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -100, max: 100 }), fc.scheduler(), async (behindMs, scheduler) => {
        const ahead = createFixture()
        const behind = createFixture({ keyValues: ahead.keyValues, startsAt: START + 900_000 + behindMs })
        const { dropObjectId, sign } = await openVault(ahead.chain)
        const voucher = await sign({})
        ahead.pass(900_001)
        const look = scheduler.schedule(Promise.resolve('look')).then(async () => {
          return granted(await ahead.chain.usedNonces(dropObjectId, [1]))
        })
        const paid = scheduler.schedule(Promise.resolve('claim')).then(() => claim(behind.chain, voucher))
        await scheduler.waitAll()
        const { used } = await look
        if (!used?.has(1)) expect((await paid).ok).toBe(false)
        else expect((await paid).ok).toBe(true)
      }),
      { numRuns: Math.min(Number(process.env['PROPERTY_RUNS'] ?? 500), 200) },
    )
  })
})
