import { amountOf, type OperatorAction } from '@dropkit/core'
import { isValidSuiObjectId, isValidTransactionDigest } from '@mysten/sui/utils'
import { describe, expect, test } from 'vitest'
import {
  act,
  addressOf,
  balanceOf,
  claim,
  createFixture,
  dropIdOf,
  granted,
  ledgerOf,
  openVault,
  openVaultAction,
  prepare,
  publicKeyOf,
  refused,
  START,
  SUI,
} from '../../test/fake-chain-fixture.ts'
import { OPERATOR_ADDRESS, sequenceKey } from './ledger-records.ts'

const claimer = addressOf('c1a1')
const give = (address: string, amount: bigint, coinType = SUI) => ({
  address,
  coinType,
  amount: String(amount),
})

describe('a transaction of the service', () => {
  test('changes nothing before it is sent, and has its digest before that', async () => {
    const { chain } = createFixture()
    const transaction = await prepare(chain, openVaultAction())
    expect(isValidTransactionDigest(transaction.digest)).toBe(true)
    expect(transaction.expiresAt).toBeGreaterThan(START)
    expect(granted(await chain.outcome(transaction.digest))).toEqual({ kind: 'absent', chainTime: START })
    granted(await chain.submit(transaction))
    const outcome = granted(await chain.outcome(transaction.digest))
    if (outcome.kind !== 'succeeded') throw new Error(outcome.kind)
    const [opened] = outcome.effects.vaultsOpened
    expect(isValidSuiObjectId(opened?.dropObjectId ?? '')).toBe(true)
    expect(outcome.effects.deposits).toEqual([{ dropObjectId: opened?.dropObjectId, amount: 1_000n }])
  })

  test('is numbered by its drop, vault or receiver, so that unrelated ones do not wait for each other', async () => {
    const { chain, keyValues } = createFixture()
    granted(await chain.faucet(give(chain.treasuryAddress, 100n)))
    const { dropObjectId, coinType } = await openVault(chain, { drop: 1 })
    await prepare(chain, openVaultAction({ drop: 2 }))
    for (const text of ['b0b', 'c0c'])
      await prepare(chain, { kind: 'pay', coinType: SUI, amount: amountOf(1n), to: addressOf(text) })
    await prepare(chain, { kind: 'pause_vault', dropObjectId, coinType })
    const subjects = [dropIdOf(1), dropIdOf(2), addressOf('b0b'), addressOf('c0c'), dropObjectId]
    const numbers = await keyValues.get(subjects.map(sequenceKey))
    expect([...numbers.values()]).toEqual(subjects.map(() => '1'))
  })

  test('takes effect once, however often it is sent', async () => {
    const { chain, keyValues, pass } = createFixture()
    const transaction = await prepare(chain, openVaultAction())
    await chain.submit(transaction)
    const before = await ledgerOf(keyValues)
    pass(100_000_000)
    await Promise.all(Array.from({ length: 20 }, () => chain.submit(transaction)))
    expect(await ledgerOf(keyValues)).toEqual(before)
  })

  test('takes effect once when many send it at once', async () => {
    const { chain } = createFixture()
    granted(await chain.faucet(give(chain.treasuryAddress, 100n)))
    const to = addressOf('b0b')
    const transaction = await prepare(chain, { kind: 'pay', coinType: SUI, amount: amountOf(10n), to })
    await Promise.all(Array.from({ length: 50 }, () => chain.submit(transaction)))
    expect(await balanceOf(chain, SUI, to)).toBe(10n)
  })

  test('that was seen absent after its expiry never runs, not even by a server whose clock is behind', async () => {
    const ahead = createFixture()
    const behind = createFixture({ keyValues: ahead.keyValues })
    const transaction = await prepare(ahead.chain, openVaultAction())
    ahead.pass(transaction.expiresAt - START)
    expect(granted(await ahead.chain.outcome(transaction.digest))).toMatchObject({ kind: 'absent' })
    granted(await behind.chain.submit(transaction))
    expect(granted(await ahead.chain.outcome(transaction.digest))).toMatchObject({ kind: 'absent' })
  })

  test('that does the same as another is another', async () => {
    const { chain } = createFixture()
    const [one, other] = [await prepare(chain, openVaultAction()), await prepare(chain, openVaultAction())]
    expect(one.digest).not.toBe(other.digest)
  })

  test('whose bytes do not match its digest is an error of the caller', async () => {
    const { chain } = createFixture()
    const one = await prepare(chain, openVaultAction())
    const other = await prepare(chain, openVaultAction({ deposit: 2_000n }))
    await expect(chain.submit({ ...one, bytes: other.bytes })).rejects.toThrow('invariant')
    await expect(chain.submit({ ...one, expiresAt: one.expiresAt + 1 })).rejects.toThrow('invariant')
  })

  test.each(['', 'nonsense', 'O0Il', '1'.repeat(5_000), '0x12'])(
    'is absent under the hash %j',
    async (hash) => {
      const { chain } = createFixture()
      expect(granted(await chain.outcome(hash))).toMatchObject({ kind: 'absent' })
    },
  )
})

describe('a vault', () => {
  test('spends the operator’s coins, and mints only the missing rest', async () => {
    const { chain } = createFixture({ auto: true })
    granted(await chain.faucet(give(OPERATOR_ADDRESS, 300n)))
    const { dropObjectId } = await openVault(chain, { deposit: 1_000n })
    expect(await balanceOf(chain, SUI, OPERATOR_ADDRESS)).toBe(0n)
    expect(granted(await chain.vaults([dropObjectId])).get(dropObjectId)?.balance).toBe(1_000n)
  })

  test('is filled from the operator alone, where it is strict', async () => {
    const { chain } = createFixture({ auto: false })
    expect(chain.opensVaultsAtOnce).toBe(false)
    expect(refused(await chain.prepare(openVaultAction({ coinType: null })))).toMatchObject({
      kind: 'not_possible',
      reason: expect.stringContaining('EWrongCoin'),
      isFinal: true,
    })
    expect(refused(await chain.prepare(openVaultAction()))).toMatchObject({
      kind: 'not_possible',
      reason: expect.stringContaining('EInsufficientBalance'),
    })
  })

  test('is recorded as failed when the funds are gone by the time it is sent', async () => {
    const { chain } = createFixture({ auto: false })
    granted(await chain.faucet(give(OPERATOR_ADDRESS, 1_000n)))
    const [one, other] = [await prepare(chain, openVaultAction()), await prepare(chain, openVaultAction())]
    await chain.submit(one)
    await chain.submit(other)
    expect(granted(await chain.outcome(other.digest))).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(/^EInsufficientBalance: /),
      isFinal: false,
      isWrongKey: false,
      at: START,
    })
    // The first outcome of these bytes is final.
    granted(await chain.faucet(give(OPERATOR_ADDRESS, 1_000n)))
    await chain.submit(other)
    expect(granted(await chain.outcome(other.digest))).toMatchObject({ kind: 'failed' })
    expect(await balanceOf(chain, SUI, OPERATOR_ADDRESS)).toBe(1_000n)
  })

  test('names the funders and their shares when it is closed, and can be closed only once', async () => {
    const { chain } = createFixture()
    const vault = await openVault(chain, { deposit: 500n })
    const { dropObjectId, coinType } = vault
    granted(await chain.faucet(give(claimer, 300n)))
    const transactionBytes = granted(await chain.prepareDeposit(vault, amountOf(300n), claimer))
    granted(await chain.execute({ sender: claimer, transactionBytes }))
    const close: OperatorAction = { kind: 'close_vault', dropObjectId, coinType }
    const share = { from: dropObjectId, coinType, memo: null }
    expect((await act(chain, close)).payments).toEqual([
      { ...share, to: claimer, amount: 300n },
      { ...share, to: OPERATOR_ADDRESS, amount: 500n },
    ])
    expect(refused(await chain.prepare(close))).toMatchObject({
      reason: expect.stringContaining('EVaultClosed'),
    })
  })

  test.each<[string, (id: ReturnType<typeof addressOf>) => OperatorAction]>([
    [
      'EWrongCoin',
      (id) => ({ kind: 'fund_vault', dropObjectId: id, coinType: '0x3::x::X', deposit: amountOf(1n) }),
    ],
    ['EWrongCoin', (id) => ({ kind: 'close_vault', dropObjectId: id, coinType: 'no type' })],
    ['EBadPublicKey', (id) => ({ kind: 'rotate_key', dropObjectId: id, coinType: SUI, publicKey: 'AAAA' })],
    [
      'ENoVault',
      () => ({ kind: 'rotate_key', dropObjectId: addressOf(9), coinType: SUI, publicKey: publicKeyOf(1) }),
    ],
    ['EBadPublicKey', () => ({ ...openVaultAction(), publicKey: '' })],
    ['EInsufficientBalance', () => ({ kind: 'pay', coinType: SUI, amount: amountOf(1n), to: claimer })],
    ['EWrongCoin', () => ({ kind: 'pay', coinType: 'no type', amount: amountOf(1n), to: claimer })],
  ])('refuses with %s', async (name, actionOn) => {
    const { chain } = createFixture()
    const { dropObjectId } = await openVault(chain)
    expect(refused(await chain.prepare(actionOn(dropObjectId)))).toMatchObject({
      kind: 'not_possible',
      reason: expect.stringContaining(name),
    })
  })

  test('cannot be given more than a coin can have', async () => {
    const { chain } = createFixture()
    const { dropObjectId, coinType } = await openVault(chain, { deposit: 2n ** 64n - 1n })
    const more: OperatorAction = { kind: 'fund_vault', dropObjectId, coinType, deposit: amountOf(1n) }
    expect(refused(await chain.prepare(more))).toMatchObject({
      reason: expect.stringContaining('EBalanceOverflow'),
    })
  })
})

describe('a delivery', () => {
  test.each(['EBadSignature', 'EExpired', 'ENonceUsed', 'EInsufficientVault'])(
    'pays none when one of them fails with %s',
    async (name) => {
      const { chain, pass } = createFixture()
      const { sign, coinType, dropObjectId } = await openVault(chain)
      granted(await claim(chain, await sign({ nonce: 99 })))
      pass(1_000)
      const good = await Promise.all([1, 2, 3].map((nonce) => sign({ nonce })))
      const bad = {
        EBadSignature: { ...(await sign({ nonce: 4 })), amount: amountOf(1n) },
        EExpired: await sign({ nonce: 4, expiresAt: START }),
        ENonceUsed: await sign({ nonce: 99 }),
        EInsufficientVault: await sign({ nonce: 4, amount: amountOf(601n) }),
      }[name]
      if (bad === undefined) throw new Error('no voucher')
      const action: OperatorAction = { kind: 'deliver_claims', coinType, vouchers: [...good, bad] }
      const transaction = await prepare(chain, action)
      await chain.submit(transaction)
      expect(granted(await chain.outcome(transaction.digest))).toMatchObject({
        kind: 'failed',
        reason: expect.stringMatching(new RegExp(`^${name}: the .*nonce ${bad.nonce}`)),
      })
      expect(granted(await chain.vaults([dropObjectId])).get(dropObjectId)?.balance).toBe(900n)
      expect(granted(await chain.usedNonces(dropObjectId, [1, 2, 3, 4])).used?.size).toBe(0)
      expect(granted(await chain.claimsAfter(null, 10)).claims).toHaveLength(1)
    },
  )

  test('pays a nonce once if it occurs twice in the transaction', async () => {
    const { chain } = createFixture()
    const { sign, coinType } = await openVault(chain)
    const vouchers = [await sign({ nonce: 1 }), await sign({ nonce: 1 })]
    const transaction = await prepare(chain, { kind: 'deliver_claims', coinType, vouchers })
    await chain.submit(transaction)
    expect(granted(await chain.outcome(transaction.digest))).toMatchObject({
      reason: expect.stringContaining('ENonceUsed'),
    })
  })

  test('out of a vault that is not there, or holds another coin, fails', async () => {
    const { chain } = createFixture()
    const { sign, coinType } = await openVault(chain)
    for (const [voucher, type, name] of [
      [{ dropObjectId: addressOf(404) }, coinType, 'ENoVault'],
      [{}, '0x3::x::X', 'EWrongCoin'],
    ] as const) {
      const vouchers = [await sign(voucher)]
      const transaction = await prepare(chain, { kind: 'deliver_claims', coinType: type, vouchers })
      await chain.submit(transaction)
      expect(granted(await chain.outcome(transaction.digest))).toMatchObject({
        reason: expect.stringContaining(name),
      })
    }
  })
})
