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

/** What is to differ from the usual test service. */
export interface TestServiceOptions extends TestPortsOptions {
  /** What stands in for the storage in memory. */
  readonly instead?: Partial<Pick<Ports, 'store' | 'jobs' | 'deliveries' | 'idempotency' | 'retention'>>
  /** The kinds of gating rules there are, and where those of one's own have their facts. */
  readonly gating?: Pick<Ports, 'ruleKinds' | 'ownFacts'>
  readonly settings?: Partial<Settings>
}

/** A claim on a drop whose claimers take vouchers to the chain. */
export type VoucherGrant = ClaimGrant & { readonly voucher: SignedVoucher }

type Granting = Promise<Result<VoucherGrant, Refusal>>

/** The use cases, with claims typed as those of drops that give vouchers, which all drops do unless told. */
export type TestDropkit = Omit<Dropkit, 'claimDrop' | 'recoverClaim' | 'withReceipt'> & {
  claimDrop(...given: Parameters<Dropkit['claimDrop']>): Granting
  recoverClaim(...given: Parameters<Dropkit['recoverClaim']>): Granting
  withReceipt(...given: Parameters<Dropkit['withReceipt']>): Omit<TestDropkit, 'withReceipt'>
}

/** What a payment differs in from the one that was asked for. */
export interface PaymentTerms {
  readonly from?: Address
  readonly amount?: bigint
  readonly coinType?: string
  readonly memo?: string | null
}

/** The whole service in memory, with a creator and a token, moved by hand. */
export interface TestService {
  readonly ports: TestPorts
  readonly dropkit: TestDropkit
  readonly owner: Caller
  readonly tokenId: string
  /** A new user with an API key. */
  callerOf(username: string): Promise<Caller>
  /** A drop of the owner's: 100 items of 10 for nothing, unless told. */
  createDrop(terms?: Partial<CreateDropInput>): Promise<Drop>
  /** The drop as it is kept now, deleted or not. */
  reread(drop: Pick<Drop, 'id'>): Promise<Drop>
  rereadIntent(intent: Pick<PaymentIntent, 'id'>): Promise<PaymentIntent>
  /** A wallet pays for an intent on the chain; nobody tells the service. Gives back the hash. */
  pay(intent: PaymentIntent, terms?: PaymentTerms): string
  /** Pays several intents in one transaction of the first one's wallet. */
  payTogether(payments: readonly { readonly intent: PaymentIntent; readonly terms?: PaymentTerms }[]): string
  /** Lets the background work run until nothing is due at this instant. */
  runJobs(): Promise<void>
  /** Lets time pass in steps, the background work with it. */
  pass(ms: number, steps?: number): Promise<void>
}

/** The address with this number. */
export const testWallet = (n: number): Address => {
  const address = parseAddress(`0x${n.toString(16)}`, 'wallet')
  return address.ok ? address.value : fail(`${n} is no wallet`)
}

/** The value; a refusal is shown and thrown. */
export const granted = <T>(result: Result<T, Refusal>): T =>
  result.ok ? result.value : fail(`refused: ${show(result.error)}`)

/** The kind of the refusal, which there must be. */
export const refusalOf = (result: Result<unknown, Refusal>): Refusal['kind'] =>
  result.ok ? fail('it should have been refused') : result.error.kind

const MOST_ROUNDS = 500

/** Makes one: its creator has a key and a token, and its standing jobs are asked for. */
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

  return {
    ports,
    dropkit,
    owner,
    tokenId,
    callerOf,
    runJobs,
    async createDrop(terms = {}) {
      const base = { title: 'Pepper', type: 'TOKEN', claimType: 'REGULAR' } as const
      const pool = { maxAmount: '1000', tokenAmount: '10' }
      return granted(
        await dropkit.createDrop(owner, { ...base, ...pool, existingTokenId: tokenId, ...terms }),
      )
    },
    reread: async ({ id }) => present(await store.dropForSettlement(id), id),
    rereadIntent: async ({ id }) => present((await store.paymentIntents([id])).get(id), id),
    pay(intent, { from = intent.wallet, coinType = intent.coinType, memo = null, ...terms } = {}) {
      const amount = amountOf(terms.amount ?? amountDue(intent))
      memoryChain.wallet.faucet(from, coinType, amount)
      return memoryChain.wallet.transfer(from, intent.recipient, coinType, amount, memo).txHash
    },
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
