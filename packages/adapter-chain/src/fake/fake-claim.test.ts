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
  refused,
  START,
  SUI,
} from '../../test/fake-chain-fixture.ts'

const claimer = addressOf('c1a1')

describe('a voucher taken to the fake chain', () => {
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

  test('is good until its expiry by the clock of the chain, and not from then on', async () => {
    const { chain, pass } = createFixture()
    const vault = await openVault(chain)
    pass(899_999)
    expect(granted(await claim(chain, await vault.sign({ nonce: 1 })))).toBeDefined()
    pass(1)
    expect(refused(await claim(chain, await vault.sign({ nonce: 2 })))).toMatchObject({ abort: 'EExpired' })
  })

  test('is worth nothing once the vault is closed', async () => {
    const { chain } = createFixture()
    const { dropObjectId, coinType, sign } = await openVault(chain)
    await act(chain, { kind: 'close_vault', dropObjectId, coinType })
    expect(refused(await claim(chain, await sign({})))).toMatchObject({ abort: 'EVaultClosed' })
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
