import {
  type Chain,
  type ChainAnswer,
  err,
  type Instant,
  type KeyValueStore,
  type Log,
  ok,
} from '@dropkit/core'
import { voucherBytes } from '../voucher/voucher-bytes.ts'
import { createChainReader } from './chain-reader.ts'
import { createClockActs } from './clock-acts.ts'
import { OPERATOR_ADDRESS, TREASURY_ADDRESS } from './fake-accounts.ts'
import type { FakeChainWallet } from './fake-chain-wallet.ts'
import { createFakeOperator } from './fake-operator.ts'
import { createWalletActs } from './fake-wallet.ts'
import { createLedger } from './ledger.ts'
import type { OffsetClock } from './offset-clock.ts'
import { createOutage, UNAVAILABLE } from './outage.ts'
import { createPreparer } from './prepare-wallet-transaction.ts'

export interface FakeChainOptions {
  /** Everything is kept here, under `fake-chain/`: all servers on one store see one chain. */
  readonly keyValues: KeyValueStore
  /** `createOffsetClock` over the same store; `advance` moves it. */
  readonly clock: OffsetClock
  /** The machine's clock, by which an outage lasts. */
  readonly machineNow: () => Instant
  /**
   * True: a vault opens for a token that is not deployed, and what the operator lacks of a deposit is minted.
   * False: as strict as Sui. The coin must exist, and deposits come from the operator's balance.
   */
  readonly auto: boolean
  /** 250 by default. */
  readonly maxVouchersPerTransaction?: number
  readonly log?: Log
}

export type FakeChain = Chain & FakeChainWallet

/**
 * A chain without a network that keeps its books as Sui would: coins and objects by owner, vaults that pay vouchers
 * after checking them, transactions with digests, logs of claims and payments, a clock of its own. Nothing in it is random: the
 * same acts in the same order give the same ids and digests.
 */
export function createFakeChain(options: FakeChainOptions): FakeChain {
  const { keyValues, clock, machineNow, auto, maxVouchersPerTransaction = 250, log } = options
  const outage = createOutage(machineNow)
  const ledger = createLedger(keyValues, clock)
  const operator = createFakeOperator({ ledger, clock, mintsDeposits: auto, log })
  const reader = createChainReader(keyValues, ledger)
  const preparer = createPreparer(ledger)
  const wallet = createWalletActs(ledger, keyValues)

  /** Lets the call through, unless the chain cannot be reached. */
  const reachable =
    <Inputs extends readonly unknown[], Answer>(call: (...inputs: Inputs) => Promise<Answer>) =>
    async (...inputs: Inputs) =>
      outage.isOn() ? err(UNAVAILABLE) : call(...inputs)

  /** The same for what has no refusals of its own. */
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
