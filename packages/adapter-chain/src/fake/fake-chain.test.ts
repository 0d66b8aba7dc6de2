import { generateKeyPairSync, sign } from 'node:crypto'
import { type Address, amountOf, type SignedVoucher } from '@dropkit/core'
import { MAX_AMOUNT, normalizeType } from '@dropkit/core/internal'
import { chainContract, type SentByWallet } from '@dropkit/testing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addressOf,
  claim,
  createFixture,
  type FakeChainFixture,
  granted,
  ledgerOf,
  type OpenedVault,
  openVault,
  openVaultAction,
  prepare,
  refused,
  START,
  SUI,
  tokenWith,
} from '../../test/fake-chain-fixture.ts'
import { publicKeyOf } from '../ed25519-keys.ts'
import type { WalletAnswer } from './fake-chain-wallet.ts'
import { OPERATOR_ADDRESS, TREASURY_ADDRESS } from './ledger-records.ts'
import { encodeWalletTransaction } from './wallet-transaction.ts'

const cameTo = async (answer: WalletAnswer): Promise<SentByWallet> => {
  const sent = await answer
  return sent.ok ? { kind: 'succeeded', txHash: sent.value.txHash } : { kind: 'failed' }
}

describe.each([
  ['that makes and fills vaults itself', true],
  ['as strict as Sui', false],
])('the fake chain %s', (_, auto) => {
  chainContract({ describe, test }, async () => {
    const { chain, clock, pass } = createFixture({ auto })
    let made = 0
    return {
      chain,
      clock,
      largestSupply: MAX_AMOUNT,
      async newKey() {
        const { privateKey } = generateKeyPairSync('ed25519')
        return {
          publicKey: publicKeyOf(privateKey),
          sign: async (bytes) => sign(null, bytes, privateKey).toString('base64'),
        }
      },
      newWallet: async () => addressOf(`3a11e7${made++}`),
      async newCoin(holders) {
        const coinType = `${addressOf(`c01${made++}`)}::coin::COIN`
        for (const { owner, amount } of holders) {
          if (amount > 0n) granted(await chain.faucet({ address: owner, coinType, amount: String(amount) }))
        }
        return coinType
      },
      publish(sender, { symbol, decimals, supply }) {
        const minted = { forDrops: amountOf(0n), forOwner: supply }
        const own = { kind: 'publish', sender, sequence: 1, tokenId: null, symbol, decimals } as const
        const transactionBytes = encodeWalletTransaction({ ...own, ...minted })
        return cameTo(chain.execute({ sender, transactionBytes }))
      },
      claim: (voucher) => cameTo(claim(chain, voucher)),
      execute: (sender, transactionBytes) => cameTo(chain.execute({ sender, transactionBytes })),
      transfer: (from, to, coinType, amount, memo) =>
        cameTo(chain.transfer({ from, to, coinType, amount: String(amount), memo })),
      transferAll: null,
      async advance(byMs) {
        granted(await chain.advance({ seconds: Math.floor(byMs / 1_000) }))
        pass(byMs % 1_000)
      },
      async setOutage(isDown) {
        granted(await chain.outage({ seconds: isDown ? 3_600 : 0 }))
      },
      close: async () => undefined,
    }
  })
})

const PEPPER = '0x7::pepper::PEPPER'
const COINS = [SUI, PEPPER]
const OWNERS: readonly Address[] = [
  addressOf(1),
  addressOf(2),
  addressOf(3),
  OPERATOR_ADDRESS,
  TREASURY_ADDRESS,
]

const coin = fc.nat(COINS.length - 1)
const owner = fc.nat(OWNERS.length - 1)
const vault = fc.nat({ max: 2 })
const amount = fc.bigInt({ min: 1n, max: 40n })
const small = fc.bigInt({ min: 1n, max: 20n })
const nonce = fc.nat(6)
const kindOf = <Kind extends string>(kind: Kind) => fc.constant(kind)

const act = fc.oneof(
  fc.record({ kind: kindOf('faucet'), coin, to: owner, amount }),
  fc.record({ kind: kindOf('transfer'), coin, from: owner, to: owner, amount }),
  fc.record({ kind: kindOf('open'), coin, amount }),
  fc.record({ kind: kindOf('fund'), vault, amount }),
  fc.record({ kind: kindOf('deposit'), vault, from: owner, amount }),
  { weight: 4, arbitrary: fc.record({ kind: kindOf('claim'), vault, to: owner, nonce, amount: small }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kindOf('deliver'),
      vault,
      nonces: fc.uniqueArray(nonce, { minLength: 1, maxLength: 3 }),
      amount: small,
    }),
  },
  fc.record({ kind: kindOf('close'), vault }),
  fc.record({ kind: kindOf('pay'), coin, to: owner, amount }),
)
type Act = ReturnType<typeof act.generate>['value']

/** The first actions give the operator and the treasury coins, so that vaults can be opened and payouts made. */
const FIRST: readonly Act[] = [0, 1].flatMap((coin) => [
  { kind: 'faucet', coin, to: OWNERS.indexOf(OPERATOR_ADDRESS), amount: 100n },
  { kind: 'faucet', coin, to: OWNERS.indexOf(TREASURY_ADDRESS), amount: 50n },
  { kind: 'open', coin, amount: 60n },
])

const acts = fc.array(act, { maxLength: 30 }).map((later): readonly Act[] => [...FIRST, ...later])

/** Runs the actions on a strict chain in sequence. Returns the digest or the refusal of each. */
async function play({ chain }: FakeChainFixture, given: readonly Act[]) {
  const vaults: OpenedVault[] = []
  const made = new Map(COINS.map((type) => [type, 0n]))
  const answers: unknown[] = []

  const ownerAt = (n: number): Address => OWNERS[n] ?? addressOf(0)
  const coinAt = (n: number): string => COINS[n] ?? ''
  const operate = async (action: Parameters<typeof chain.prepare>[0]) => {
    const prepared = await chain.prepare(action)
    if (!prepared.ok) return prepared.error
    granted(await chain.submit(prepared.value))
    return granted(await chain.outcome(prepared.value.digest))
  }

  for (const act of given) {
    const opened = 'vault' in act ? vaults[act.vault] : undefined
    if ('vault' in act && opened === undefined) continue
    switch (act.kind) {
      case 'faucet': {
        const [coinType, address, amount] = [coinAt(act.coin), ownerAt(act.to), String(act.amount)]
        answers.push(granted(await chain.faucet({ address, coinType, amount })).txHash)
        made.set(coinType, (made.get(coinType) ?? 0n) + act.amount)
        break
      }
      case 'transfer': {
        const [from, to, amount] = [ownerAt(act.from), ownerAt(act.to), String(act.amount)]
        answers.push(await chain.transfer({ from, to, coinType: coinAt(act.coin), amount }))
        break
      }
      case 'open': {
        const wish = { coinType: coinAt(act.coin), deposit: act.amount, drop: vaults.length + 1 }
        if ((await chain.prepare(openVaultAction(wish))).ok) vaults.push(await openVault(chain, wish))
        break
      }
      case 'pay':
        answers.push(
          await operate({
            kind: 'pay',
            coinType: coinAt(act.coin),
            to: ownerAt(act.to),
            amount: amountOf(act.amount),
          }),
        )
        break
      default: {
        if (opened === undefined) break
        answers.push(await onVault(act, opened))
      }
    }
  }

  async function onVault(
    act: Extract<Act, { readonly vault: number }>,
    opened: OpenedVault,
  ): Promise<unknown> {
    const { dropObjectId, coinType } = opened
    if (act.kind === 'fund') {
      return operate({ kind: 'fund_vault', dropObjectId, coinType, deposit: amountOf(act.amount) })
    }
    if (act.kind === 'close') return operate({ kind: 'close_vault', dropObjectId, coinType })
    const amount = amountOf(act.amount)
    if (act.kind === 'deposit') {
      const sender = ownerAt(act.from)
      const transactionBytes = granted(await chain.prepareDeposit(opened, amount, sender))
      return chain.execute({ sender, transactionBytes })
    }
    if (act.kind === 'claim') {
      return claim(chain, await opened.sign({ claimer: ownerAt(act.to), nonce: act.nonce, amount }))
    }
    const vouchers: SignedVoucher[] = []
    for (const nonce of act.nonces) vouchers.push(await opened.sign({ nonce, amount }))
    return operate({ kind: 'deliver_claims', coinType, vouchers })
  }

  return { answers, vaults, made }
}

const numRuns = Math.min(Number(process.env['PROPERTY_RUNS'] ?? 500), 1_000)

describe('the fake chain', () => {
  test('creates and destroys no coins, except at the faucet', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (given) => {
        const fixture = createFixture({ auto: false })
        const { vaults, made } = await play(fixture, given)
        const { chain } = fixture
        const held = granted(await chain.vaults(vaults.map(({ dropObjectId }) => dropObjectId)))
        for (const [coinType, total] of made) {
          const owners = [...OWNERS, addressOf('c1a1')]
          const balances = granted(await chain.balances(coinType, owners))
          const inVaults = vaults.filter((vault) => vault.coinType === normalizeType(coinType))
          const sum =
            [...balances.values()].reduce((a, b) => a + b, 0n) +
            inVaults.reduce((a, { dropObjectId }) => a + (held.get(dropObjectId)?.balance ?? 0n), 0n)
          expect(sum).toBe(total)
        }
      }),
      { numRuns },
    )
  })

  test('pays from each vault exactly the amounts in its log', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (given) => {
        const fixture = createFixture({ auto: false })
        const { vaults } = await play(fixture, given)
        const { claims } = granted(await fixture.chain.claimsAfter(null, 1_000))
        const states = granted(await fixture.chain.vaults(vaults.map(({ dropObjectId }) => dropObjectId)))
        for (const [id, { balance, deposited }] of states) {
          const paid = claims.filter(({ dropObjectId }) => dropObjectId === id)
          expect(paid.reduce((sum, { amount }) => sum + amount, 0n)).toBe(deposited - balance)
          const nonces = paid.map(({ nonce }) => nonce)
          expect(new Set(nonces).size).toBe(nonces.length)
          const { used } = granted(await fixture.chain.usedNonces(id, [0, 1, 2, 3, 4, 5, 6]))
          expect(used).toEqual(new Set(nonces))
        }
      }),
      { numRuns: Math.min(numRuns, 200) },
    )
  })

  test('gives the same hashes and the same ledger for the same acts', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (given) => {
        const [one, other] = [createFixture({ auto: false }), createFixture({ auto: false })]
        expect((await play(one, given)).answers).toEqual((await play(other, given)).answers)
        expect(await ledgerOf(one.keyValues)).toEqual(await ledgerOf(other.keyValues))
      }),
      { numRuns: Math.min(numRuns, 100) },
    )
  })

  test('continues after a restart with the same state', async () => {
    const { chain, keyValues } = createFixture()
    const first = granted(await chain.faucet({ address: '0x1', coinType: SUI, amount: '5' }))
    const restarted = createFixture({ keyValues }).chain
    const second = granted(await restarted.faucet({ address: '0x1', coinType: SUI, amount: '5' }))
    expect(second.txHash).not.toBe(first.txHash)
    expect(granted(await restarted.outcome(first.txHash))).toMatchObject({ kind: 'succeeded' })
    expect(granted(await restarted.balances(SUI, [addressOf(1)])).get(addressOf(1))).toBe(10n)
  })

  test('answers questions about unknown wallets and objects', async () => {
    const { chain } = createFixture()
    expect(chain.name).toBe('fake')
    expect(granted(await chain.balances(SUI, [])).size).toBe(0)
    expect(granted(await chain.vaults([addressOf(404)])).size).toBe(0)
    expect(granted(await chain.coin('no type'))).toBeNull()
    expect(granted(await chain.balances('no type', [addressOf(1)])).get(addressOf(1))).toBe(0n)
    expect(granted(await chain.check())).toBeUndefined()
  })
})

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
