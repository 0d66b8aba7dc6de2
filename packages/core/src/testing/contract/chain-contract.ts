import type { Address } from '../../domain/address.ts'
import { type Amount, amountOf, MAX_AMOUNT } from '../../domain/amount.ts'
import { idOf } from '../../domain/ids.ts'
import type { Chain, OperatorAction, SignedVoucher, TransactionEffects, Voucher } from '../../ports/chain.ts'
import type { Clock } from '../../ports/clock.ts'
import { assertEqual, assertTrue, fail, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { sampleAddress, uniquePart } from './sample-records.ts'

/** A key that signs vouchers as the chain expects it. */
export interface ContractKey {
  /** Base64 of the 32 bytes. */
  readonly publicKey: string
  /** Base64 of the 64-byte signature. */
  sign(bytes: Uint8Array): Promise<string>
}

/** A chain that opens vaults at once, and what a suite needs around it. */
export interface OpenedChain {
  readonly chain: Chain
  /** The chain's own time. */
  readonly clock: Clock
  newKey(): Promise<ContractKey>
  advance(byMs: number): Promise<void>
  setOutage(isDown: boolean): Promise<void>
  /** A wallet submits a voucher by itself. */
  claim(
    voucher: SignedVoucher,
  ): Promise<{ readonly kind: 'succeeded'; readonly txHash: string } | { readonly kind: 'failed' }>
  faucet(owner: Address, coinType: string, amount: Amount): Promise<void>
}

const WALLET = sampleAddress(0xa11ce)
const SUI = `${sampleAddress(2)}::sui::SUI`
const VOUCHER_LIFETIME_MS = 900_000
const amount = (value: number) => amountOf(BigInt(value))

/** What every `Chain` does. `open` gives one of its own each time. */
export function chainContract(run: TestRunner, open: Open<OpenedChain>): void {
  const test = testWith(run, open)

  run.describe('as a chain', () => {
    test('opens a vault that holds its deposit under its key', async (world) => {
      const { vaultId, key } = await openVault(world, amount(1_000))
      const vaults = unwrap(await world.chain.vaults([vaultId, sampleAddress(0xdead)]))
      const expected = { balance: 1_000n, deposited: 1_000n, publicKey: key.publicKey }
      assertEqual(vaults, new Map([[vaultId, expected]]))
    })

    test('holds the largest amount there is', async (world) => {
      const { vaultId } = await openVault(world, MAX_AMOUNT)
      assertEqual(unwrap(await world.chain.vaults([vaultId])).get(vaultId)?.balance, MAX_AMOUNT)
    })

    test('adds further deposits to what a vault holds', async (world) => {
      const { vaultId, coinType } = await openVault(world, amount(100))
      const fund: OperatorAction = {
        kind: 'fund_vault',
        dropObjectId: vaultId,
        coinType,
        deposit: amount(50),
      }
      const prepared = await world.chain.prepare(fund)
      // Whether the operator has such coins depends on the chain; when it has, they arrive.
      if (!prepared.ok) return assertEqual(prepared.error.kind, 'not_possible')
      unwrap(await world.chain.submit(prepared.value))
      const vault = unwrap(await world.chain.vaults([vaultId])).get(vaultId)
      const outcome = unwrap(await world.chain.outcome(prepared.value.digest))
      const total = outcome.kind === 'succeeded' ? 150n : 100n
      assertEqual([vault?.balance, vault?.deposited], [total, total])
    })

    test('pays a voucher to its claimer and shows the claim', async (world) => {
      const opened = await openVault(world, amount(1_000))
      const voucher = await signed(world, opened, { amount: amount(300), nonce: 1 })
      const paid = await world.claim(voucher)
      assertTrue(paid.kind === 'succeeded', 'the voucher is good')
      const vault = unwrap(await world.chain.vaults([opened.vaultId])).get(opened.vaultId)
      assertEqual([vault?.balance, vault?.deposited], [700n, 1_000n])
      assertEqual(unwrap(await world.chain.balances(opened.coinType, [WALLET])).get(WALLET), 300n)
      const { claims } = unwrap(await world.chain.claimsAfter(null, 10))
      const { dropObjectId, claimer, nonce } = voucher
      const at = present(claims[0]).at
      const shown = { dropObjectId, claimer, amount: voucher.amount, nonce, txHash: paid.txHash, at }
      assertEqual(claims, [shown])
      const outcome = unwrap(await world.chain.outcome(paid.txHash))
      assertEqual(outcome.kind === 'succeeded' && outcome.effects.claimed, [shown])
    })

    const refuses = (
      name: string,
      spoil: (world: OpenedChain, voucher: SignedVoucher, opened: OpenedVault) => Promise<SignedVoucher>,
    ) =>
      test(`refuses ${name}, and pays nothing`, async (world) => {
        const opened = await openVault(world, amount(1_000))
        const voucher = await signed(world, opened, { amount: amount(300), nonce: 1 })
        const before = unwrap(await world.chain.vaults([opened.vaultId]))
        const spoiled = await spoil(world, voucher, opened)
        assertEqual((await world.claim(spoiled)).kind, 'failed')
        assertEqual(unwrap(await world.chain.vaults([opened.vaultId])), before)
        assertEqual(unwrap(await world.chain.claimsAfter(null, 10)).claims, [])
        assertEqual(unwrap(await world.chain.usedNonces(opened.vaultId, [1])).used, new Set())
      })

    refuses('a voucher for another amount than was signed', async (_, voucher) => ({
      ...voucher,
      amount: amount(301),
    }))
    refuses('a voucher for another claimer than was signed', async (_, voucher) => ({
      ...voucher,
      claimer: sampleAddress(0xbad),
    }))
    refuses('a voucher with another nonce than was signed', async (_, voucher) => ({ ...voucher, nonce: 2 }))
    refuses('a voucher with another expiry than was signed', async (_, voucher) => ({
      ...voucher,
      expiresAt: voucher.expiresAt + 1,
    }))
    refuses('a voucher signed by another key', async (world, voucher) => ({
      ...voucher,
      signature: await (await world.newKey()).sign(world.chain.voucherBytes(voucher)),
    }))
    refuses('a voucher for another vault', async (world, voucher) => ({
      ...voucher,
      dropObjectId: (await openVault(world, amount(1_000))).vaultId,
    }))
    refuses('a voucher past its expiry', async (world, voucher) => {
      await world.advance(VOUCHER_LIFETIME_MS)
      return voucher
    })
    refuses('a voucher for more than the vault holds', (world, _, opened) =>
      signed(world, opened, { amount: amount(1_001), nonce: 1 }),
    )

    test('pays a nonce once, whatever is signed for it later', async (world) => {
      const opened = await openVault(world, amount(1_000))
      const first = await signed(world, opened, { amount: amount(300), nonce: 7 })
      assertEqual((await world.claim(first)).kind, 'succeeded')
      assertEqual((await world.claim(first)).kind, 'failed', 'the same again')
      const again = await signed(world, opened, { amount: amount(200), nonce: 7 })
      assertEqual((await world.claim(again)).kind, 'failed', 'another amount')
      assertEqual(unwrap(await world.chain.vaults([opened.vaultId])).get(opened.vaultId)?.balance, 700n)
      const { used, chainTime } = unwrap(await world.chain.usedNonces(opened.vaultId, [6, 7, 8]))
      assertEqual(used, new Set([7]))
      assertEqual(typeof chainTime, 'number')
    })

    test('delivers many claims in one transaction, all or none', async (world) => {
      const opened = await openVault(world, amount(100))
      const vouchers = await Promise.all(
        [1, 2, 3].map((nonce) =>
          signed(world, opened, { amount: amount(30), nonce, claimer: sampleAddress(nonce) }),
        ),
      )
      const tooMuch = await signed(world, opened, { amount: amount(30), nonce: 4 })
      const failing = await sent(world, {
        kind: 'deliver_claims',
        coinType: opened.coinType,
        vouchers: [...vouchers, tooMuch],
      })
      assertEqual(failing.outcome.kind, 'failed')
      assertEqual(unwrap(await world.chain.usedNonces(opened.vaultId, [1, 2, 3, 4])).used, new Set())
      const { effects } = await done(world, { kind: 'deliver_claims', coinType: opened.coinType, vouchers })
      assertEqual(
        effects.claimed.map(({ nonce }) => nonce),
        [1, 2, 3],
      )
      assertEqual(unwrap(await world.chain.vaults([opened.vaultId])).get(opened.vaultId)?.balance, 10n)
    })

    test('gives the same bytes effect once, however often they are sent', async (world) => {
      const opened = await openVault(world, amount(100))
      const voucher = await signed(world, opened, { amount: amount(30), nonce: 1 })
      const prepared = unwrap(
        await world.chain.prepare({ kind: 'deliver_claims', coinType: opened.coinType, vouchers: [voucher] }),
      )
      assertEqual(unwrap(await world.chain.outcome(prepared.digest)).kind, 'absent', 'before it is sent')
      for (let n = 0; n < 3; n++) {
        await world.chain.submit(prepared)
        assertEqual(unwrap(await world.chain.outcome(prepared.digest)).kind, 'succeeded')
      }
      assertEqual(unwrap(await world.chain.vaults([opened.vaultId])).get(opened.vaultId)?.balance, 70n)
      assertEqual(unwrap(await world.chain.claimsAfter(null, 10)).claims.length, 1)
    })

    test('takes no transaction once it has expired, and says by its own time that it is absent', async (world) => {
      const opened = await openVault(world, amount(100))
      const voucher = await signed(world, opened, { amount: amount(30), nonce: 1 }, 100 * VOUCHER_LIFETIME_MS)
      const prepared = unwrap(
        await world.chain.prepare({ kind: 'deliver_claims', coinType: opened.coinType, vouchers: [voucher] }),
      )
      await world.advance(prepared.expiresAt - world.clock.now())
      await world.chain.submit(prepared)
      const outcome = unwrap(await world.chain.outcome(prepared.digest))
      assertTrue(outcome.kind === 'absent', `it is ${outcome.kind}`)
      assertTrue(outcome.chainTime >= prepared.expiresAt, 'the time of the reading is past the expiry')
      assertEqual(unwrap(await world.chain.usedNonces(opened.vaultId, [1])).used, new Set())
    })

    test('goes through all claims by its cursor, without gap or double', async (world) => {
      const opened = await openVault(world, amount(100))
      const seen: number[] = []
      let cursor: string | null = null
      const readOn = async () => {
        for (;;) {
          const answer: { claims: readonly { nonce: number }[]; cursor: string | null } = unwrap(
            await world.chain.claimsAfter(cursor, 2),
          )
          seen.push(...answer.claims.map(({ nonce }) => nonce))
          cursor = answer.cursor ?? cursor
          if (answer.claims.length === 0) return
        }
      }
      for (const nonces of [[1, 2, 3], [], [4, 5]]) {
        for (const nonce of nonces) {
          await world.claim(await signed(world, opened, { amount: amount(1), nonce }))
        }
        await readOn()
      }
      assertEqual(seen, [1, 2, 3, 4, 5])
    })

    test('checks vouchers by the new key once it is changed', async (world) => {
      const opened = await openVault(world, amount(100))
      const old = await signed(world, opened, { amount: amount(10), nonce: 1 })
      const key = await world.newKey()
      const { vaultId: dropObjectId, coinType } = opened
      await done(world, { kind: 'rotate_key', dropObjectId, coinType, publicKey: key.publicKey })
      assertEqual((await world.claim(old)).kind, 'failed', 'by the old key')
      const renewed = await signed(world, { ...opened, key }, { amount: amount(10), nonce: 1 })
      assertEqual((await world.claim(renewed)).kind, 'succeeded', 'by the new key')
      assertEqual(
        unwrap(await world.chain.vaults([dropObjectId])).get(dropObjectId)?.publicKey,
        key.publicKey,
      )
    })

    test('gives back what is left in a vault that is closed, and pays no more from it', async (world) => {
      const opened = await openVault(world, amount(100))
      const voucher = await signed(world, opened, { amount: amount(10), nonce: 1 })
      const owner = sampleAddress(0x0b)
      const { vaultId: dropObjectId, coinType } = opened
      await done(world, { kind: 'close_vault', dropObjectId, coinType, leftoverTo: owner })
      assertEqual(unwrap(await world.chain.balances(coinType, [owner])).get(owner), 100n)
      assertEqual((await world.claim(voucher)).kind, 'failed')
      assertEqual(unwrap(await world.chain.vaults([dropObjectId])), new Map())
    })

    test('pays out of the treasury what is in it', async (world) => {
      const to = sampleAddress(0x70)
      const pay: OperatorAction = { kind: 'pay', coinType: SUI, amount: amount(40), to }
      const poor = await world.chain.prepare(pay)
      assertTrue(!poor.ok && poor.error.kind === 'not_possible', 'an empty treasury pays nothing')
      await world.faucet(world.chain.treasuryAddress, SUI, amount(100))
      const { effects } = await done(world, pay)
      assertEqual(
        effects.payments.map((payment) => [payment.from, payment.to, payment.coinType, payment.amount]),
        [[world.chain.treasuryAddress, to, SUI, 40n]],
      )
      const { treasuryAddress } = world.chain
      assertEqual(
        unwrap(await world.chain.balances(SUI, [treasuryAddress, to, sampleAddress(0x71)])),
        new Map([
          [treasuryAddress, 60n],
          [to, 40n],
          [sampleAddress(0x71), 0n],
        ]),
      )
    })

    test('knows a coin that is in somebody’s hands, and no other', async (world) => {
      await world.faucet(WALLET, SUI, amount(1))
      assertEqual(unwrap(await world.chain.coin(SUI))?.coinType, SUI)
      assertEqual(unwrap(await world.chain.coin(`${sampleAddress(0x99)}::no::COIN`)), null)
    })

    test('says during an outage that it is unavailable, and afterwards what it said before', async (world) => {
      const opened = await openVault(world, amount(100))
      const voucher = await signed(world, opened, { amount: amount(10), nonce: 1 })
      const deliver: OperatorAction = {
        kind: 'deliver_claims',
        coinType: opened.coinType,
        vouchers: [voucher],
      }
      const prepared = unwrap(await world.chain.prepare(deliver))
      await world.setOutage(true)
      const answers = [
        await world.chain.check(),
        await world.chain.prepare(deliver),
        await world.chain.submit(prepared),
        await world.chain.outcome(prepared.digest),
        await world.chain.vaults([opened.vaultId]),
        await world.chain.usedNonces(opened.vaultId, [1]),
        await world.chain.claimsAfter(null, 1),
        await world.chain.coin(SUI),
        await world.chain.balances(SUI, [WALLET]),
        await world.chain.ownedObjects('0x2::nft::NFT', [WALLET]),
      ]
      for (const answer of answers) assertEqual(!answer.ok && answer.error.kind, 'chain_unavailable')
      await world.setOutage(false)
      unwrap(await world.chain.check())
      const vault = unwrap(await world.chain.vaults([opened.vaultId])).get(opened.vaultId)
      assertEqual(vault?.balance, 100n, 'nothing was sent meanwhile')
    })
  })
}

interface OpenedVault {
  readonly vaultId: Address
  readonly coinType: string
  readonly key: ContractKey
}

let vaultCount = 0

async function openVault(world: OpenedChain, deposit: Amount): Promise<OpenedVault> {
  const key = await world.newKey()
  vaultCount++
  const { effects } = await done(world, {
    kind: 'open_vault',
    dropId: idOf('drop', uniquePart(vaultCount)),
    type: 'TOKEN',
    coinType: null,
    tokenId: idOf('token', uniquePart(vaultCount)),
    publicKey: key.publicKey,
    deposit,
  })
  const vault = present(effects.vaultsOpened[0], 'the vault')
  return { vaultId: vault.dropObjectId, coinType: vault.coinType, key }
}

async function signed(
  { chain, clock }: OpenedChain,
  { vaultId, key }: OpenedVault,
  asked: Pick<Voucher, 'amount' | 'nonce'> & Partial<Voucher>,
  lifetimeMs = VOUCHER_LIFETIME_MS,
): Promise<SignedVoucher> {
  const voucher: Voucher = {
    dropObjectId: vaultId,
    claimer: WALLET,
    expiresAt: clock.now() + lifetimeMs,
    ...asked,
  }
  return { ...voucher, signature: await key.sign(chain.voucherBytes(voucher)) }
}

async function sent({ chain }: OpenedChain, action: OperatorAction) {
  const prepared = unwrap(await chain.prepare(action))
  unwrap(await chain.submit(prepared))
  return { digest: prepared.digest, outcome: unwrap(await chain.outcome(prepared.digest)) }
}

async function done(world: OpenedChain, action: OperatorAction): Promise<{ effects: TransactionEffects }> {
  const { outcome } = await sent(world, action)
  if (outcome.kind !== 'succeeded') fail(`${action.kind} is ${outcome.kind}`)
  return outcome
}

function unwrap<T>(
  answer: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!answer.ok) fail(`the chain answered ${JSON.stringify(answer.error)}`)
  return answer.value
}
