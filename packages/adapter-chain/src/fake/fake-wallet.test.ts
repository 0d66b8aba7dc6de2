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
  refused,
  START,
  SUI,
  tokenWith,
} from '../../test/fake-chain-fixture.ts'
import { FAUCET_ADDRESS } from './ledger-records.ts'

const [alice, bob] = [addressOf('a11ce'), addressOf('b0b')]
const LONG_SUI = `${addressOf(2)}::sui::SUI`

describe('the faucet', () => {
  test('creates coins, and lists a new coin from then on', async () => {
    const { chain } = createFixture()
    const coinType = '0xBEEF::usdc::USDC'
    expect(granted(await chain.coin(coinType))).toBeNull()
    const { txHash } = granted(await chain.faucet({ address: '0xA11CE', coinType, amount: '5' }))
    expect(granted(await chain.coin(coinType))).toEqual({
      coinType: `${addressOf('beef')}::usdc::USDC`,
      packageId: addressOf('beef'),
      address: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      symbol: 'USDC',
      decimals: 6,
    })
    expect(await balanceOf(chain, coinType, alice)).toBe(5n)
    expect(granted(await chain.outcome(txHash))).toMatchObject({
      effects: { sender: FAUCET_ADDRESS, at: START, payments: [{ to: alice, amount: 5n }] },
    })
  })

  test('gives coins for every request, simultaneous or not', async () => {
    const { chain } = createFixture()
    const give = () => chain.faucet({ address: alice, coinType: SUI, amount: '5' })
    const answers = await Promise.all(Array.from({ length: 100 }, give))
    expect(new Set(answers.map((answer) => granted(answer).txHash)).size).toBe(100)
    expect(await balanceOf(chain, SUI, alice)).toBe(500n)
  })

  test('gives no wallet more than the maximum of a coin', async () => {
    const { chain } = createFixture()
    const most = String(2n ** 64n - 1n)
    granted(await chain.faucet({ address: alice, coinType: SUI, amount: most }))
    expect(refused(await chain.faucet({ address: alice, coinType: SUI, amount: '1' }))).toMatchObject({
      kind: 'aborted',
      abort: 'EBalanceOverflow',
    })
  })

  test('accepts the short and the long name of a coin', async () => {
    const { chain } = createFixture()
    granted(await chain.faucet({ address: alice, coinType: '0x2::sui::SUI', amount: '5' }))
    granted(await chain.faucet({ address: alice, coinType: ` ${LONG_SUI}`, amount: 6 }))
    expect(await balanceOf(chain, '0x02::sui::SUI', alice)).toBe(11n)
    expect(granted(await chain.coin('0x2::sui::SUI'))?.coinType).toBe(LONG_SUI)
  })

  test('accepts coins with parameters and long names', async () => {
    const { chain } = createFixture()
    const pool = (inner: string) => `0x5::pool::LP<${inner}, 0x2::sui::SUI>`
    const coinType = pool(pool(pool(pool('0x3::x::X'))))
    granted(await chain.faucet({ address: alice, coinType, amount: '5' }))
    expect(granted(await chain.coin(coinType.replaceAll(' ', '')))?.symbol).toBe('LP')
    expect(await balanceOf(chain, coinType, alice)).toBe(5n)
  })
})

describe('a transfer', () => {
  test('is seen with its sender, its recipient and its memo', async () => {
    const { chain } = createFixture()
    granted(await chain.faucet({ address: alice, coinType: SUI, amount: '5' }))
    const transfer = { from: alice, to: bob, coinType: SUI, amount: '2' }
    const { txHash } = granted(await chain.transfer({ ...transfer, memo: 'intent_1' }))
    expect(granted(await chain.outcome(txHash))).toMatchObject({
      effects: {
        sender: alice,
        payments: [{ from: alice, to: bob, coinType: LONG_SUI, amount: 2n, memo: 'intent_1' }],
      },
    })
    const other = granted(await chain.transfer(transfer)).txHash
    expect(other).not.toBe(txHash)
    expect(await balanceOf(chain, SUI, alice)).toBe(1n)
    expect(await balanceOf(chain, SUI, bob)).toBe(4n)
  })

  test('of more than there is fails on the chain and moves nothing', async () => {
    const { chain } = createFixture()
    granted(await chain.faucet({ address: alice, coinType: SUI, amount: '5' }))
    const error = refused(await chain.transfer({ from: alice, to: bob, coinType: SUI, amount: '6' }))
    expect(error).toMatchObject({ kind: 'aborted', abort: 'EInsufficientBalance' })
    const txHash = error.kind === 'aborted' ? error.txHash : ''
    expect(granted(await chain.outcome(txHash))).toMatchObject({ kind: 'failed' })
    expect(await balanceOf(chain, SUI, alice)).toBe(5n)
    expect(granted(await chain.transfer({ from: alice, to: bob, coinType: SUI, amount: '5' }))).toBeDefined()
  })

  test('to oneself changes nothing', async () => {
    const { chain } = createFixture()
    granted(await chain.faucet({ address: alice, coinType: SUI, amount: '5' }))
    granted(await chain.transfer({ from: alice, to: alice, coinType: SUI, amount: '5' }))
    expect(await balanceOf(chain, SUI, alice)).toBe(5n)
  })

  test('at once with others never spends a coin twice', async () => {
    const { chain } = createFixture()
    granted(await chain.faucet({ address: alice, coinType: SUI, amount: '10' }))
    const pay = (n: number) => chain.transfer({ from: alice, to: addressOf(n), coinType: SUI, amount: '1' })
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => pay(n + 1)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
    expect(await balanceOf(chain, SUI, alice)).toBe(0n)
  })
})

describe('what cannot be read', () => {
  const type = '0x2::sui::SUI'
  test.each([
    ['faucet', 'address', { coinType: type, amount: '1' }],
    ['faucet', 'address', { address: 'alice', coinType: type, amount: '1' }],
    ['faucet', 'coinType', { address: alice, coinType: 'SUI', amount: '1' }],
    ['faucet', 'coinType', { address: alice, coinType: '0x2::sui', amount: '1' }],
    ['faucet', 'coinType', { address: alice, coinType: '0x2::1sui::SUI', amount: '1' }],
    ['faucet', 'coinType', { address: alice, coinType: '@name/app::sui::SUI', amount: '1' }],
    ['faucet', 'coinType', { address: alice, coinType: `0x2::sui::${'S'.repeat(2_000)}`, amount: '1' }],
    ['faucet', 'coinType', { address: alice, coinType: 2, amount: '1' }],
    ['faucet', 'amount', { address: alice, coinType: type }],
    ['faucet', 'amount', { address: alice, coinType: type, amount: '0' }],
    ['faucet', 'amount', { address: alice, coinType: type, amount: '01' }],
    ['faucet', 'amount', { address: alice, coinType: type, amount: 1.5 }],
    ['faucet', 'amount', { address: alice, coinType: type, amount: '18446744073709551616' }],
    ['transfer', 'from', { to: bob, coinType: type, amount: '1' }],
    ['transfer', 'to', { from: alice, to: null, coinType: type, amount: '1' }],
    ['transfer', 'memo', { from: alice, to: bob, coinType: type, amount: '1', memo: 7 }],
    ['transfer', 'memo', { from: alice, to: bob, coinType: type, amount: '1', memo: 'x'.repeat(1_001) }],
    ['mintNft', 'owner', { type }],
    ['mintNft', 'type', { owner: alice, type: 'nft' }],
    ['execute', 'sender', { transactionBytes: 'e30=' }],
    ['execute', 'transactionBytes', { sender: alice }],
    ['execute', 'transactionBytes', { sender: alice, transactionBytes: '%%' }],
    ['execute', 'transactionBytes', { sender: alice, transactionBytes: 'AAAA' }],
    ['execute', 'transactionBytes', { sender: alice, transactionBytes: 'e30=' }],
    ['execute', 'transactionBytes', { sender: alice, transactionBytes: 'bnVsbA==' }],
    ['advance', 'seconds', {}],
    ['advance', 'seconds', { seconds: -1 }],
    ['advance', 'seconds', { seconds: 1.5 }],
    ['advance', 'seconds', { seconds: 'soon' }],
    ['advance', 'seconds', { seconds: 315_360_001 }],
    ['outage', 'seconds', { seconds: Number.NaN }],
    ['outage', 'seconds', { seconds: true }],
  ] as const)('by %s is refused and names %s: %j', async (name, field, input) => {
    const { chain, keyValues } = createFixture()
    const error = refused(await chain[name](input))
    expect(error).toMatchObject({ kind: 'bad_input', field })
    expect(error.reason).toContain(field)
    expect(keyValues.values.size).toBe(0)
  })
})

describe('a token', () => {
  test('is not published by another wallet', async () => {
    const { chain } = createFixture()
    const transactionBytes = granted(await chain.prepareTokenDeployment(tokenWith(), alice))
    expect(refused(await chain.execute({ sender: bob, transactionBytes }))).toMatchObject({ field: 'sender' })
  })

  test('may be minted to its owner alone', async () => {
    const { chain } = createFixture()
    const reserves = { communityDrops: amountOf(0n), publicSale: amountOf(0n), creator: amountOf(0n) }
    const bytes = granted(await chain.prepareTokenDeployment(tokenWith({ reserves }), alice))
    const { txHash } = granted(await chain.execute({ sender: alice, transactionBytes: bytes }))
    const outcome = granted(await chain.outcome(txHash))
    const coinType = outcome.kind === 'succeeded' ? outcome.effects.published[0]?.coinType : undefined
    expect(await balanceOf(chain, coinType ?? '', alice)).toBe(1_000n)
  })

  test.each([
    { forDrops: String(2n ** 64n - 1n), forOwner: '1' },
    { forDrops: '-1' },
    { symbol: 7 },
    { decimals: 'two' },
    { kind: 'deliver_claims' },
    { sender: 'alice' },
  ])('is not published from forged bytes: %j', async (changes) => {
    const { chain } = createFixture()
    const bytes = granted(await chain.prepareTokenDeployment(tokenWith(), alice))
    const made = { ...JSON.parse(Buffer.from(bytes, 'base64').toString()), ...changes }
    const transactionBytes = Buffer.from(JSON.stringify(made)).toString('base64')
    expect(refused(await chain.execute({ sender: alice, transactionBytes }))).toMatchObject({
      kind: 'bad_input',
      field: 'transactionBytes',
    })
  })
})

describe('a deposit by its owner', () => {
  test('of more than there is, or into a vault of pieces, of another coin or without an id fails', async () => {
    const { chain } = createFixture()
    granted(await chain.faucet({ address: alice, coinType: SUI, amount: '100' }))
    const pieces = await openVault(chain, { type: 'NFT' })
    const coins = await openVault(chain, { coinType: '0x3::x::X' })
    for (const [vault, abort, deposit] of [
      [await openVault(chain), 'EInsufficientBalance', 101n],
      [{ ...pieces, coinType: SUI }, 'EWrongCoin', 1n],
      [{ ...coins, coinType: SUI }, 'EWrongCoin', 1n],
      [{ dropObjectId: addressOf(404), coinType: SUI }, 'ENoVault', 1n],
    ] as const) {
      const transactionBytes = granted(await chain.prepareDeposit(vault, amountOf(deposit), alice))
      expect(refused(await chain.execute({ sender: alice, transactionBytes }))).toMatchObject({ abort })
    }
    expect(await balanceOf(chain, SUI, alice)).toBe(100n)
  })
})

describe('an NFT', () => {
  test('is counted with its owner by its type', async () => {
    const { chain } = createFixture()
    granted(await chain.mintNft({ owner: alice, type: '0x7::art::Picture' }))
    granted(await chain.mintNft({ owner: alice, type: `${addressOf(7)}::art::Picture` }))
    const counts = granted(await chain.ownedObjects('0x07::art::Picture', [alice, bob]))
    expect([...counts]).toEqual([
      [alice, 2],
      [bob, 0],
    ])
    expect(granted(await chain.ownedObjects('no type', [alice])).get(alice)).toBe(0)
  })
})

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
