import {
  type Chain,
  type ChainAnswer,
  type ChainUnavailable,
  type Clock,
  err,
  type Instant,
  type KeyValueStore,
  type Log,
  ok,
} from '@dropkit/core'
import { voucherBytes } from '../vouchers.ts'
import { createChainReader } from './chain-reader.ts'
import { badInput, type ClockAnswer, type FakeChainWallet, readSeconds } from './fake-chain-wallet.ts'
import { createFakeOperator } from './fake-operator.ts'
import { createWalletActs } from './fake-wallet.ts'
import { createLedger } from './ledger.ts'
import { OFFSET_KEY, OPERATOR_ADDRESS, TREASURY_ADDRESS } from './ledger-records.ts'
import { createPreparer } from './wallet-transaction.ts'

export interface FakeChainOptions {
  /** The store for all data, under `fake-chain/`. All servers on one store share one chain. */
  readonly keyValues: KeyValueStore
  /** The result of `createOffsetClock` on the same store; `advance` moves it. */
  readonly clock: OffsetClock
  /** The machine's clock, which measures outages. */
  readonly machineNow: () => Instant
  /**
   * If true, a vault opens for a token that is not deployed, and the missing part of an operator's deposit is minted. If
   * false, the chain is as strict as Sui: the coin must exist, and deposits come from the operator's balance.
   */
  readonly auto: boolean
  /** Default: 250. */
  readonly maxVouchersPerTransaction?: number
  readonly log?: Log
}

export type FakeChain = Chain & FakeChainWallet

/** A hundred years, so that every store can hold the resulting dates. */
const MAX_OFFSET_MS = 3_153_600_000_000

interface Outage {
  /** Starts an outage of this many seconds; 0 ends it. */
  begin(seconds: number): void
  isOn(): boolean
}

/** Uses the machine's clock and memory: moving the chain's clock does not shorten an outage, and a restart ends it. */
function createOutage(machineNow: () => Instant): Outage {
  let endsAt: Instant = Number.NEGATIVE_INFINITY
  return {
    begin(seconds) {
      endsAt = machineNow() + seconds * 1_000
    },
    isOn: () => machineNow() < endsAt,
  }
}

/** The error that all calls return during an outage. */
const UNAVAILABLE: ChainUnavailable = {
  kind: 'chain_unavailable',
  reason: 'the fake chain was put out of reach for a while',
}

function createClockActs(
  keyValues: KeyValueStore,
  clock: OffsetClock,
  outage: Outage,
): Pick<FakeChainWallet, 'advance' | 'outage'> {
  const moveBy = (ms: number): Promise<boolean> =>
    keyValues.transact<boolean>([OFFSET_KEY], (values) => {
      const offset = Number(values.get(OFFSET_KEY) ?? 0) + ms
      if (offset > MAX_OFFSET_MS) return { writes: new Map(), result: false }
      return { writes: new Map([[OFFSET_KEY, String(offset)]]), result: true }
    })

  return {
    async advance({ seconds }): ClockAnswer {
      if (outage.isOn()) return err(UNAVAILABLE)
      const read = readSeconds(seconds, 'seconds')
      if (!read.ok) return read
      if (!(await moveBy(read.value * 1_000))) {
        return badInput('seconds', 'seconds would move the clock further than a hundred years')
      }
      await clock.refresh()
      return ok({ now: clock.now() })
    },

    async outage({ seconds }): ClockAnswer {
      const read = readSeconds(seconds, 'seconds')
      if (!read.ok) return read
      outage.begin(read.value)
      return ok({ now: clock.now() })
    },
  }
}

/**
 * A chain without a network that follows the rules of Sui: coins and objects by owner, vaults that verify and pay vouchers,
 * transactions with digests, logs of claims and payments, and its own clock. Nothing in it is random: the same actions in
 * the same order give the same ids and digests.
 */
export function createFakeChain(options: FakeChainOptions): FakeChain {
  const { keyValues, clock, machineNow, auto, maxVouchersPerTransaction = 250, log } = options
  const outage = createOutage(machineNow)
  const ledger = createLedger(keyValues, clock)
  const operator = createFakeOperator({ ledger, clock, mintsDeposits: auto, log })
  const reader = createChainReader(keyValues, ledger, clock.now)
  const preparer = createPreparer(ledger)
  const wallet = createWalletActs(ledger, keyValues)

  /** Makes the call unless the chain is unreachable. */
  const reachable =
    <Inputs extends readonly unknown[], Answer>(call: (...inputs: Inputs) => Promise<Answer>) =>
    async (...inputs: Inputs) =>
      outage.isOn() ? err(UNAVAILABLE) : call(...inputs)

  /** The same for calls that have no refusals. */
  const asked = <Inputs extends readonly unknown[], Value>(call: (...inputs: Inputs) => Promise<Value>) =>
    reachable(async (...inputs: Inputs): Promise<ChainAnswer<Value>> => ok(await call(...inputs)))

  return {
    name: 'fake',
    opensVaultsAtOnce: auto,
    paymentMethods: null,
    operatorAddress: OPERATOR_ADDRESS,
    treasuryAddress: TREASURY_ADDRESS,
    maxVouchersPerTransaction,
    voucherBytes,

    prepare: reachable(operator.prepare),
    submit: asked(operator.submit),
    outcome: asked(operator.outcome),
    prepareTokenDeployment: asked(preparer.prepareTokenDeployment),
    prepareDeposit: asked(preparer.prepareDeposit),
    prepareClaim: asked(preparer.prepareClaim),
    preparePayment: asked(preparer.preparePayment),
    vaults: asked(reader.vaults),
    usedNonces: asked(reader.usedNonces),
    claimsAfter: asked(reader.claimsAfter),
    paymentsAfter: asked(reader.paymentsAfter),
    paymentsFrom: asked(reader.paymentsFrom),
    coin: asked(reader.coin),
    balances: asked(reader.balances),
    ownedObjects: asked(reader.ownedObjects),
    check: asked(async () => undefined),

    faucet: reachable(wallet.faucet),
    transfer: reachable(wallet.transfer),
    execute: reachable(wallet.execute),
    mintNft: reachable(wallet.mintNft),
    claim: reachable(wallet.claim),
    ...createClockActs(keyValues, clock, outage),
  }
}

/** The clock of the fake chain and of the service that runs on it: the machine's clock plus a stored offset. */
export interface OffsetClock extends Clock {
  /**
   * Reads the offset from the store. Call it before the first use and about every second after that, because another server
   * may have moved the clock.
   */
  refresh(): Promise<void>
}

export interface OffsetClockOptions {
  readonly keyValues: KeyValueStore
  /** The machine's clock, in Unix milliseconds. */
  readonly machineNow: () => Instant
}

export function createOffsetClock({ keyValues, machineNow }: OffsetClockOptions): OffsetClock {
  let offsetMs = 0
  let latest = 0
  return {
    now() {
      // The machine's clock may be set back, but this clock never goes backwards.
      latest = Math.max(latest, machineNow() + offsetMs)
      return latest
    },
    async refresh() {
      const stored = (await keyValues.get([OFFSET_KEY])).get(OFFSET_KEY)
      offsetMs = Math.max(offsetMs, Number(stored ?? 0))
    },
  }
}
