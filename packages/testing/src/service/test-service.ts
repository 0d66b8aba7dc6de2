import {
  type Address,
  amountOf,
  type Caller,
  type ClaimGrant,
  type CreateDropInput,
  createDropkit,
  type Drop,
  type Dropkit,
  type PaymentIntent,
  type Ports,
  parseAddress,
  type Refusal,
  type Result,
  type Settings,
  type SignedVoucher,
} from '@dropkit/core'
import { amountDue } from '@dropkit/core/internal'
import { fail, present, show } from '../assert.ts'
import { createTestPorts, type TestPorts, type TestPortsOptions } from '../doubles/test-ports.ts'

/** Differences from the default test service. */
export interface TestServiceOptions extends TestPortsOptions {
  /** Ports that replace those of the in-memory storage. */
  readonly instead?: Partial<Pick<Ports, 'store' | 'jobs' | 'deliveries' | 'idempotency' | 'retention'>>
  /** The available kinds of gating rules, and the source of facts for custom ones. */
  readonly gating?: Pick<Ports, 'ruleKinds' | 'ownFacts'>
  readonly settings?: Partial<Settings>
}

/** A claim on a drop whose claimers submit vouchers to the chain. */
export type VoucherGrant = ClaimGrant & { readonly voucher: SignedVoucher }

type Granting = Promise<Result<VoucherGrant, Refusal>>

/** The use cases, with claims typed as having a voucher, which is the default for test drops. */
export type TestDropkit = Omit<Dropkit, 'claimDrop' | 'recoverClaim' | 'withLease'> & {
  claimDrop(...given: Parameters<Dropkit['claimDrop']>): Granting
  recoverClaim(...given: Parameters<Dropkit['recoverClaim']>): Granting
  withLease(...given: Parameters<Dropkit['withLease']>): Omit<TestDropkit, 'withLease'>
}

/** Who orders how many items. Default: the owner, one. */
export interface OrderTerms {
  readonly caller?: Caller
  readonly quantity?: number
}

/** How a payment differs from the requested one. */
export interface PaymentTerms {
  readonly from?: Address
  readonly amount?: bigint
  readonly coinType?: string
  readonly memo?: string | null
}

/** The whole service in memory, with a creator and a token, advanced by the test. */
export interface TestService {
  readonly ports: TestPorts
  readonly dropkit: TestDropkit
  readonly owner: Caller
  readonly tokenId: string
  /** Creates a user with an API key. */
  callerOf(username: string): Promise<Caller>
  /** Creates a drop of the owner. Default: free, 100 items of 10. */
  createDrop(terms?: Partial<CreateDropInput>): Promise<Drop>
  /** A wallet claims. Throws if the claim is refused. */
  claim(drop: Pick<Drop, 'id'>, wallet?: number, caller?: Caller): Promise<VoucherGrant>
  /** A wallet orders items. Throws if the order is refused. */
  order(drop: Pick<Drop, 'id'>, wallet?: number, terms?: OrderTerms): Promise<PaymentIntent>
  /** A wallet orders items and pays them, and the service confirms the payment. */
  buy(drop: Pick<Drop, 'id'>, wallet?: number, terms?: OrderTerms): Promise<PaymentIntent>
  /** The stored drop, deleted or not. */
  reread(drop: Pick<Drop, 'id'>): Promise<Drop>
  rereadIntent(intent: Pick<PaymentIntent, 'id'>): Promise<PaymentIntent>
  /** A wallet pays an intent on the chain, without telling the service. Returns the transaction hash. */
  pay(intent: PaymentIntent, terms?: PaymentTerms): string
  /** Pays several intents in one transaction, from the wallet of the first one. */
  payTogether(payments: readonly { readonly intent: PaymentIntent; readonly terms?: PaymentTerms }[]): string
  /** Runs the background work until nothing is due at this instant. */
  runJobs(): Promise<void>
  /** Advances time in steps, and runs the background work after each. */
  pass(ms: number, steps?: number): Promise<void>
}

/** The address with this number. */
export const testWallet = (n: number): Address => {
  const address = parseAddress(`0x${n.toString(16)}`, 'wallet')
  return address.ok ? address.value : fail(`${n} is not a wallet`)
}

/** Returns the value. Throws with the refusal if there is one. */
export const granted = <T>(result: Result<T, Refusal>): T =>
  result.ok ? result.value : fail(`refused: ${show(result.error)}`)

/** Returns the kind of the refusal. Throws if there is none. */
export const refusalOf = (result: Result<unknown, Refusal>): Refusal['kind'] =>
  result.ok ? fail('it should have been refused') : result.error.kind

const MOST_ROUNDS = 500

/** Creates a test service. Its creator has an API key and a token, and its recurring jobs are requested. */
export async function createTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const ports = { ...createTestPorts(options), ...options.instead, ...options.gating }
  const dropkit = createDropkit(ports, options.settings) as unknown as TestDropkit
  const { clock, store, memoryChain } = ports

  async function callerOf(username: string): Promise<Caller> {
    const { secret } = granted(await dropkit.createLocalUser({ username, key: { name: 'first' } }))
    return granted(await dropkit.authenticate(secret)).caller
  }

  async function runJobs(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round++) if ((await dropkit.runDueJobs()) === 0) return
    fail('the background work does not come to an end')
  }

  const owner = await callerOf('owner')
  const token = { name: 'Pepper', symbol: 'PEPPER', supply: '1000000' }
  const tokenId = granted(await dropkit.createToken(owner, token)).id
  await dropkit.requestStandingJobs()

  function pay(
    intent: PaymentIntent,
    { from = intent.wallet, coinType = intent.coinType, memo = null, ...terms }: PaymentTerms = {},
  ): string {
    const amount = amountOf(terms.amount ?? amountDue(intent))
    memoryChain.wallet.faucet(from, coinType, amount)
    return memoryChain.wallet.transfer(from, intent.recipient, coinType, amount, memo).txHash
  }

  const order: TestService['order'] = async ({ id }, wallet = 1, { caller = owner, quantity = 1 } = {}) => {
    const input = { dropId: id, walletAddress: testWallet(wallet), paymentMethod: 'SUI', quantity }
    return granted(await dropkit.createPaymentIntent(caller, input))
  }

  return {
    ports,
    dropkit,
    owner,
    tokenId,
    callerOf,
    runJobs,
    pay,
    order,
    claim: async ({ id }, wallet = 1, caller = owner) =>
      granted(await dropkit.claimDrop(caller, { dropId: id, userAddress: testWallet(wallet) })),
    async buy(drop, wallet, terms) {
      const intent = await order(drop, wallet, terms)
      const payment = { id: intent.id, txHash: pay(intent) }
      return granted(await dropkit.confirmPaymentIntent(terms?.caller ?? owner, payment))
    },
    async createDrop(terms = {}) {
      const base = { title: 'Pepper', type: 'TOKEN', claimType: 'REGULAR' } as const
      const pool = { maxAmount: '1000', tokenAmount: '10' }
      return granted(
        await dropkit.createDrop(owner, { ...base, ...pool, existingTokenId: tokenId, ...terms }),
      )
    },
    reread: async ({ id }) => present(await store.dropForSettlement(id), id),
    rereadIntent: async ({ id }) => present((await store.paymentIntents([id])).get(id), id),
    payTogether(payments) {
      const [first] = payments
      const from = first?.terms?.from ?? first?.intent.wallet
      if (!first || !from) return fail('nothing is paid')
      const transfers = payments.map(({ intent, terms = {} }) => ({
        to: intent.recipient,
        coinType: terms.coinType ?? intent.coinType,
        amount: amountOf(terms.amount ?? amountDue(intent)),
        memo: terms.memo ?? null,
      }))
      for (const { coinType, amount } of transfers) memoryChain.wallet.faucet(from, coinType, amount)
      return memoryChain.wallet.transferAll(from, transfers).txHash
    },
    async pass(ms, steps = 4) {
      for (let step = 0; step < steps; step++) {
        clock.advance(Math.ceil(ms / steps))
        await runJobs()
      }
    },
  }
}
