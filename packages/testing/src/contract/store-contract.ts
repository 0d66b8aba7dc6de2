import type { JobQueue, Store } from '@dropkit/core'
import type { Open, TestRunner } from '../runner.ts'
import { storeAccountContract } from './store-account-contract.ts'
import { storeChangeContract } from './store-change-contract.ts'
import { storeClaimListContract } from './store-claim-list-contract.ts'
import { storeConcurrencyContract } from './store-concurrency-contract.ts'
import { storeConflictContract } from './store-conflict-contract.ts'
import { storeDeletionContract } from './store-deletion-contract.ts'
import { storeEventContract } from './store-event-contract.ts'
import { storeExemptionContract } from './store-exemption-contract.ts'
import { storeFactContract } from './store-fact-contract.ts'
import { storeLinkContract } from './store-link-contract.ts'
import { storeListContract } from './store-list-contract.ts'
import { storeLotteryContract } from './store-lottery-contract.ts'
import { storePaymentContract } from './store-payment-contract.ts'
import { storePaymentListContract } from './store-payment-list-contract.ts'
import { storeReportContract } from './store-report-contract.ts'
import { storeRoundTripContract } from './store-round-trip-contract.ts'
import { storeSettlementContract } from './store-settlement-contract.ts'
import { storeUnmatchedContract } from './store-unmatched-contract.ts'
import { storeWalletStateContract } from './store-wallet-state-contract.ts'

/** A store, and the queue of the jobs that its changes request, on the same data. */
export interface OpenedStore {
  readonly store: Store
  readonly jobs: JobQueue
}

/**
 * The contract of every `Store`. `open` returns an empty one each time. The duration of the suite depends mostly on the
 * speed of `open`.
 */
export function storeContract(run: TestRunner, open: Open<OpenedStore>): void {
  run.describe('as a store', () => {
    run.describe('keeping records', () => storeRoundTripContract(run, open))
    run.describe('changing records', () => storeChangeContract(run, open))
    run.describe('changing records at once', () => storeConcurrencyContract(run, open))
    run.describe('keeping values unique', () => storeConflictContract(run, open))
    run.describe('the state of a wallet', () => storeWalletStateContract(run, open))
    run.describe('telling facts about wallets', () => storeFactContract(run, open))
    run.describe('keeping exemptions', () => storeExemptionContract(run, open))
    run.describe('keeping payments', () => storePaymentContract(run, open))
    run.describe('finding payments', () => storePaymentListContract(run, open))
    run.describe('unmatched payments', () => storeUnmatchedContract(run, open))
    run.describe('keeping accounts', () => storeAccountContract(run, open))
    run.describe('reporting', () => storeReportContract(run, open))
    run.describe('listing records', () => storeListContract(run, open))
    run.describe('keeping claim links', () => storeLinkContract(run, open))
    run.describe('keeping lotteries', () => storeLotteryContract(run, open))
    run.describe('listing claims', () => storeClaimListContract(run, open))
    run.describe('hiding deleted drops', () => storeDeletionContract(run, open))
    run.describe('settling with the chain', () => storeSettlementContract(run, open))
    run.describe('logging events', () => storeEventContract(run, open))
  })
}
