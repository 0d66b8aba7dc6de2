import { amountOf, type SignedVoucher } from '@dropkit/core'
import { RpcError } from '@mysten/sui/grpc'
import { Transaction } from '@mysten/sui/transactions'
import { fromBase64, toBase64 } from '@mysten/sui/utils'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStrictKeyValueStore } from '../../test/fake-chain-fixture.ts'
import {
  addressFor,
  GAS_COST,
  type OpenedVault,
  openSuiWorld,
  openVault,
  operator,
  PEPPER,
  SUI,
  type SuiWorld,
  signedVoucher,
  unwrap,
  wallet,
} from '../../test/sui-fixture.ts'
import { createSponsorBudget } from '../sponsor-budget.ts'
import { transactionOf } from './operator-commands.ts'
import { piecesTypeOf } from './read-objects.ts'
import { createSponsor, readSponsoredClaims, type Sponsor } from './sponsor.ts'
import { addressOf } from './sui-node.ts'

describe('transactions whose gas is paid', () => {
  const PACKAGE = addressOf('0xd40')
  const VAULT = addressOf('0xfa')
  const SENDER = addressOf('0xa11ce')
  const OTHER = addressOf('0xb0b')
  const COIN = `${addressOf('0x77')}::pepper::PEPPER`
  const DIGEST = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'
  const RULES = { packageId: PACKAGE, dropObjectId: VAULT, sender: SENDER }

  const voucher = (nonce: number, claimer = SENDER): SignedVoucher => ({
    dropObjectId: VAULT,
    claimer,
    amount: amountOf(5n),
    nonce,
    expiresAt: 1_900_000_000_000,
    signature: Buffer.alloc(64, 1).toString('base64'),
  })

  interface Wish {
    readonly count?: number
    readonly claimer?: typeof SENDER
    readonly coinType?: string
    readonly packageId?: typeof SENDER
    readonly vault?: typeof SENDER
  }

  function claims({
    count = 1,
    claimer = SENDER,
    coinType = COIN,
    packageId = PACKAGE,
    vault = VAULT,
  }: Wish = {}) {
    const vouchers = Array.from({ length: count }, (_, n) => voucher(n + 1, claimer))
    return transactionOf(
      { kind: 'deliver_claims', coinType, vouchers },
      { packageId, operator: OTHER, vault: { objectId: vault, initialSharedVersion: '5' } },
    )
  }

  const kindOf = async (transaction: Transaction) =>
    toBase64(await transaction.build({ onlyTransactionKind: true }))

  const read = async (transaction: Transaction) => readSponsoredClaims(await kindOf(transaction), RULES)

  /** A claim and further commands in one transaction. */
  function claimAnd(more: (transaction: Transaction) => void): Transaction {
    const transaction = claims()
    more(transaction)
    return transaction
  }

  const claimAndCallOf = (called: string) =>
    claimAnd((transaction) =>
      transaction.moveCall({
        target: `${PACKAGE}::${called}`,
        arguments: [transaction.pure.u64(1), transaction.pure.address(SENDER)],
      }),
    )
  const ONLY_CLAIMS = /Only claims are paid for/

  describe('a transaction whose gas the service is to pay', () => {
    test.each([
      ['one claim', claims()],
      ['as many claims as are paid for at once', claims({ count: 10 })],
      ['a claim of pieces', claims({ coinType: piecesTypeOf(PACKAGE, '0xc0::frog::FROG') })],
    ])('may be %s', async (_what, transaction) => {
      const answer = await read(transaction)
      expect(answer.ok && (await kindOf(answer.value))).toBe(await kindOf(transaction))
    })

    test.each([
      ['nothing at all', new Transaction(), /1 to 10 claims/],
      ['more claims than are paid for at once', claims({ count: 11 }), /1 to 10 claims/],
      ['a claim for another wallet', claims({ claimer: OTHER }), /claims of the sender/],
      ['a claim from another vault', claims({ vault: OTHER }), /Only the vault/],
      ['a claim of another package', claims({ packageId: OTHER }), ONLY_CLAIMS],
      [
        'a claim and a use of the coin that pays the gas',
        claimAnd((transaction) => {
          const coin = transaction.splitCoins(transaction.gas, [1])
          transaction.transferObjects([coin], SENDER)
        }),
        ONLY_CLAIMS,
      ],
      [
        "a claim and a withdrawal from the sponsor's balance",
        claimAnd((transaction) => {
          transaction.withdrawal({ amount: 1n, from: 'sponsor' })
        }),
        /Only the vault/,
      ],
      [
        "a claim and a withdrawal from the sender's balance",
        claimAnd((transaction) => {
          transaction.withdrawal({ amount: 1n })
        }),
        /Only the vault/,
      ],
      [
        'a claim and an object with an owner',
        claimAnd((transaction) => {
          transaction.objectRef({ objectId: OTHER, version: '1', digest: DIGEST })
        }),
        /Only the vault/,
      ],
      [
        'a claim and another shared object',
        claimAnd((transaction) => {
          transaction.sharedObjectRef({ objectId: OTHER, initialSharedVersion: '1', mutable: true })
        }),
        /Only the vault/,
      ],
      [
        'a claim and a package',
        claimAnd((transaction) => {
          transaction.publish({ modules: ['AA=='], dependencies: [] })
        }),
        ONLY_CLAIMS,
      ],
      ['a claim and another call on a vault', claimAndCallOf('drop::withdraw'), ONLY_CLAIMS],
      ['a claim and another call on a vault of pieces', claimAndCallOf('nft_drop::rotate_key'), ONLY_CLAIMS],
      ['a claim and a claim of another module', claimAndCallOf('payment::claim'), ONLY_CLAIMS],
    ])('may not be %s', async (_what, transaction, reason) => {
      const answer = await read(transaction)
      expect(!answer.ok && answer.error).toMatchObject({
        kind: 'bad_user_input',
        field: 'transactionKindBytes',
        message: expect.stringMatching(reason),
      })
    })

    test.each(['', 'not base64!', 'AAAA', toBase64(new Uint8Array(400))])(
      'is refused if it is %j',
      (text) => {
        const answer = readSponsoredClaims(text, RULES)
        expect(!answer.ok && answer.error.kind).toBe('bad_user_input')
      },
    )
  })
})

describe('gas paid by the operator', () => {
  const WALLET = addressFor(wallet)
  const OPERATOR = addressFor(operator)

  const UNTIL = 1_900_000_000_000

  /** The gas limit for one wallet per day. */
  const SHARE = 6n * GAS_COST

  let world: SuiWorld
  let vault: OpenedVault
  let sponsor: Sponsor

  beforeEach(async () => {
    world = await openSuiWorld()
    vault = await openVault(world, 100n)
    sponsor = createSponsor(world.options, newBudget())
  })
  afterEach(() => world.close())

  function newBudget() {
    const limits = { perDay: 100_000_000n, perDrop: 100_000_000n, perWallet: SHARE }
    return createSponsorBudget(createStrictKeyValueStore(''), limits, world.node.now)
  }

  /** The wallet's commands, without sender and gas. */
  async function claimKind(nonce: number, amount = 10n): Promise<string> {
    const { client, packageId } = world.options
    const vouchers = [await signedVoucher(world, vault, { amount, nonce })]
    const { object } = await client.core.getObject({ objectId: vault.dropObjectId })
    const initialSharedVersion = object.owner.Shared?.initialSharedVersion ?? ''
    const transaction = transactionOf(
      { kind: 'deliver_claims', coinType: PEPPER, vouchers },
      {
        packageId,
        operator: OPERATOR,
        vault: { objectId: vault.dropObjectId, initialSharedVersion },
      },
    )
    return toBase64(await transaction.build({ onlyTransactionKind: true }))
  }

  const ask = async (transactionKindBytes: string) =>
    sponsor.sponsor({ sender: WALLET, dropObjectId: vault.dropObjectId, transactionKindBytes })

  describe("the gas of a wallet's claim", () => {
    test('is paid by the service, and by it alone, once the wallet has signed too', async () => {
      const before = unwrap(await world.chain.balances(SUI, [OPERATOR])).get(OPERATOR) ?? 0n
      const sponsored = unwrap(await ask(await claimKind(1)))
      const bytes = fromBase64(sponsored.transactionBytes)
      expect(Transaction.from(bytes).getData()).toMatchObject({
        sender: WALLET,
        gasData: { owner: OPERATOR, payment: [] },
      })
      const { client } = world.options
      const signatures = [sponsored.sponsorSignature]
      await expect(client.core.executeTransaction({ transaction: bytes, signatures })).rejects.toThrow()
      const { signature } = await wallet.signTransaction(bytes)
      const sent = await client.core.executeTransaction({
        transaction: bytes,
        signatures: [signature, ...signatures],
      })
      expect(sent.Transaction?.digest).toBe(sponsored.digest)
      expect(unwrap(await world.chain.balances(PEPPER, [WALLET])).get(WALLET)).toBe(10n)
      expect(unwrap(await world.chain.balances(SUI, [OPERATOR])).get(OPERATOR)).toBe(before - GAS_COST)
    })

    test('is not paid for a voucher that the chain would not take', async () => {
      const refused = await ask(await claimKind(1, 101n))
      expect(refused).toMatchObject({
        error: { kind: 'conflict', message: expect.stringMatching(/^EInsufficientVault: /) },
      })
    })

    test('is paid until the wallet has used its daily share', async () => {
      const kind = await claimKind(1)
      let mayCost = 0n
      for (;;) {
        const answer = await ask(kind)
        if (!answer.ok) {
          expect(answer.error).toMatchObject({ kind: 'overloaded' })
          break
        }
        mayCost += BigInt(Transaction.from(answer.value.transactionBytes).getData().gasData.budget ?? 0)
        expect(mayCost).toBeLessThanOrEqual(SHARE)
      }
      expect(mayCost).toBeGreaterThan(SHARE / 2n)
    })

    /** Takes from the operator's address balance what is more than the gas of one transaction. */
    async function emptyOperator(): Promise<void> {
      const has = unwrap(await world.chain.balances(SUI, [OPERATOR])).get(OPERATOR) ?? 0n
      const transaction = new Transaction()
      const [coin] = transaction.moveCall({
        target: '0x2::coin::redeem_funds',
        typeArguments: [SUI],
        arguments: [transaction.withdrawal({ amount: has - GAS_COST, type: SUI })],
      })
      transaction.transferObjects([coin ?? ''], WALLET)
      transaction.setSender(OPERATOR)
      transaction.setGasBudget(GAS_COST)
      transaction.setGasPayment([])
      const { client } = world.options
      await client.signAndExecuteTransaction({ transaction, signer: operator })
    }

    test('comes from coins that two parts of the service gather together', async () => {
      const transactionKindBytes = await claimKind(1)
      await emptyOperator()
      for (let n = 0; n < 5; n++) world.node.faucet(OPERATOR, SUI, 100_000_000n)
      const before = world.node.calls('ExecuteTransaction')
      const wish = { sender: WALLET, dropObjectId: vault.dropObjectId, transactionKindBytes }
      const parts = [sponsor, createSponsor(world.options, newBudget())]
      const sponsored = await Promise.all(parts.map((part) => part.sponsor(wish)))
      expect(sponsored.map(({ ok }) => ok)).toEqual([true, true])
      expect(world.node.calls('ExecuteTransaction')).toBe(before + 1)
    })

    test('is not paid while the operator has none left, which uses up no budget', async () => {
      const kind = await claimKind(1)
      await emptyOperator()
      for (let times = 0; times < 10; times++)
        expect(await ask(kind)).toMatchObject({
          error: { kind: 'conflict', message: expect.stringMatching(/no gas left/) },
        })
    })
  })

  describe('a sponsored claim that the service builds', () => {
    const prepared = async (nonce = 1) => {
      const voucher = await signedVoucher(world, vault, { amount: 10n, nonce })
      return unwrap(await sponsor.prepare(voucher, PEPPER, voucher.claimer))
    }
    type Prepared = Awaited<ReturnType<typeof prepared>>
    const send = async (claim: Prepared, signer = wallet) => {
      const { signature } = await signer.signTransaction(fromBase64(claim.transactionBytes))
      const terms = { ...claim, claimer: WALLET, dropObjectId: vault.dropObjectId, until: UNTIL }
      return sponsor.send(terms, signature, 'user')
    }
    const balance = async (coinType: string, owner: typeof WALLET) =>
      unwrap(await world.chain.balances(coinType, [owner])).get(owner) ?? 0n

    test('is the claim of one voucher, sent by its claimer, with no more gas than it says', async () => {
      const { transactionBytes, digest, gas } = await prepared()
      const { sender, gasData, commands, expiration } = Transaction.from(transactionBytes).getData()
      expect([sender, gasData.owner, gasData.payment]).toEqual([WALLET, OPERATOR, []])
      expect(BigInt(gasData.budget ?? 0)).toBe(gas)
      expect(gas).toBeLessThan(10n * GAS_COST)
      expect(commands.map(({ MoveCall: call }) => call?.function)).toEqual(['claim'])
      expect(expiration?.$kind).toBe('ValidDuring')
      expect(await Transaction.from(transactionBytes).getDigest()).toBe(digest)
    })

    test('pays a wallet that has no gas', async () => {
      const before = await balance(SUI, OPERATOR)
      expect(await send(await prepared())).toEqual({ ok: true, value: undefined })
      expect(await balance(PEPPER, WALLET)).toBe(10n)
      expect(await balance(SUI, OPERATOR)).toBe(before - GAS_COST)
    })

    test('is not paid with the signature of another wallet, and uses up no budget', async () => {
      const claim = await prepared()
      for (let attempt = 0; attempt < 10; attempt++)
        expect(await send(claim, operator)).toMatchObject({
          error: { kind: 'bad_user_input', field: 'signature' },
        })
      expect((await send(claim)).ok).toBe(true)
    })

    test('is paid once, however often it is sent, and later attempts use up no budget', async () => {
      const claim = await prepared()
      expect((await send(claim)).ok).toBe(true)
      const spent = await balance(SUI, OPERATOR)
      for (let attempt = 0; attempt < 10; attempt++)
        expect(await send(claim)).toMatchObject({ error: { kind: 'conflict' } })
      expect(await balance(SUI, OPERATOR)).toBe(spent)
      expect(await balance(PEPPER, WALLET)).toBe(10n)
      expect((await send(await prepared(2))).ok).toBe(true)
    })

    test('is not paid in a later epoch', async () => {
      const claim = await prepared()
      world.node.endEpoch()
      sponsor = createSponsor(world.options, newBudget())
      expect(await send(claim)).toMatchObject({ error: { kind: 'conflict', reason: 'VOUCHER_EXPIRED' } })
      expect((await send(await prepared())).ok).toBe(true)
    })

    test('is not paid if its gas may cost more than 0.5 SUI', async () => {
      sponsor = createSponsor({ ...world.options, gasPriceCeilingPercent: 100_000 }, newBudget())
      world.node.congest(1_000_000n, 'lowest_price')
      const voucher = await signedVoucher(world, vault, { amount: 10n, nonce: 1 })
      expect(await sponsor.prepare(voucher, PEPPER, WALLET)).toMatchObject({
        error: { kind: 'conflict', message: 'it may cost 2000000000 MIST of gas' },
      })
    })

    test.each([
      ['unknown', 'chain_unavailable'],
      ['used up', 'conflict'],
    ] as const)('uses up no budget while the gas of the operator is %s', async (gas, kind) => {
      const balances = vi.spyOn(world.options.client.core, 'getBalance')
      if (gas === 'unknown') balances.mockRejectedValue(new RpcError('no quorum', 'UNAUTHENTICATED'))
      else
        balances.mockResolvedValue({
          balance: { coinType: SUI, balance: '0', coinBalance: '0', addressBalance: '0' },
        })
      for (let attempt = 0; attempt < 10; attempt++)
        expect(await send(await prepared())).toMatchObject({ error: { kind } })
      balances.mockRestore()
      expect((await send(await prepared())).ok).toBe(true)
    })

    test('uses up its budget once, however often its answer is lost', async () => {
      const claim = await prepared()
      world.node.setFault({ method: 'ExecuteTransaction', fault: { kind: 'lost_request' }, times: 10 })
      for (let attempt = 0; attempt < 10; attempt++)
        expect(await send(claim)).toMatchObject({ error: { kind: 'chain_unavailable' } })
      expect((await send(claim)).ok).toBe(true)
      expect((await send(await prepared(2))).ok).toBe(true)
    })

    test('uses up no budget if the chain refuses it', async () => {
      const refusal = new RpcError('an object is locked', 'FAILED_PRECONDITION')
      const refusing = vi.spyOn(world.options.client.core, 'executeTransaction').mockRejectedValue(refusal)
      for (let attempt = 0; attempt < 10; attempt++)
        expect(await send(await prepared())).toMatchObject({ error: { kind: 'conflict' } })
      refusing.mockRestore()
      expect((await send(await prepared())).ok).toBe(true)
    })

    test('is not paid once its voucher was used in another transaction', async () => {
      const [first, second] = [await prepared(), await prepared()]
      expect((await send(first)).ok).toBe(true)
      const spent = await balance(SUI, OPERATOR)
      expect(await send(second)).toMatchObject({
        error: { kind: 'conflict', message: expect.stringMatching(/^ENonceUsed: /) },
      })
      expect(await balance(SUI, OPERATOR)).toBe(spent)
    })

    test.each(['BatchGetObjects', 'SimulateTransaction', 'GetBalance', 'ExecuteTransaction'])(
      'does not stop the calls of the service if the node answers its %s with 429',
      async (method) => {
        const { calls } = world.options
        const fault = { kind: 'throttled', retryAfterSeconds: 60 } as const
        if (method !== 'BatchGetObjects') {
          const claim = await prepared()
          world.node.setFault({ method, fault })
          expect(await send(claim)).toMatchObject({ error: { kind: 'chain_unavailable' } })
        } else {
          world.node.setFault({ method, fault })
          const voucher = await signedVoucher(world, vault, { amount: 10n, nonce: 1 })
          const refused = await sponsor.prepare(voucher, PEPPER, voucher.claimer)
          expect(refused).toMatchObject({ error: { kind: 'chain_unavailable' } })
        }
        expect(await calls.ask('claims', async () => 1)).toEqual({ ok: true, value: 1 })
      },
    )

    test('is refused before a signature when the budget is used up', async () => {
      let claims = 0
      for (let nonce = 1; nonce < 20; nonce++) {
        const voucher = await signedVoucher(world, vault, { amount: 1n, nonce })
        const answer = await sponsor.prepare(voucher, PEPPER, voucher.claimer)
        if (!answer.ok) {
          expect(answer.error).toMatchObject({
            kind: 'overloaded',
            message: expect.stringContaining('of one wallet'),
            details: { limit: String(SHARE) },
          })
          break
        }
        expect((await send(answer.value)).ok).toBe(true)
        claims++
      }
      expect(claims).toBeGreaterThan(0)
      expect(claims).toBeLessThan(7)
    })
  })
})
