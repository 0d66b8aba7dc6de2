import { doublingDelayMs, HOUR_MS } from '../../domain/instant.ts'
import type { Finding } from '../../domain/payment/match-payment.ts'
import { chainFailure, type JobOutcome, type Ports, waitingFor } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import { type ApplyPaymentPorts, applyPayment, keepUnmatched, transfersTo } from './apply-payment.ts'
import { watchedTreasuries } from './watch-treasury.ts'

const FIRST_RETRY_MS = 1_000

/**
 * Counts the payments of a transaction that the watcher could not read with others. As long as it cannot be read, the job is
 * among the failing ones, and the delay between its attempts grows. Payments to another watched treasury are left to a
 * server that has its key: it may be a former one, whose payments no longer count because its key may be stolen.
 */
export async function lookUpTransaction(
  ports: ApplyPaymentPorts & Pick<Ports, 'chain' | 'jobs' | 'keyValues'>,
  settings: Settings,
  txHash: string,
  attempts: number,
): Promise<JobOutcome> {
  const { chain, clock } = ports
  const outcome = await chain.outcome(txHash)
  const dueAt = clock.now() + doublingDelayMs(FIRST_RETRY_MS, attempts, HOUR_MS)
  if (!outcome.ok) return { kind: 'again', dueAt, failed: chainFailure(outcome.error.reason) }
  const { value } = outcome
  if (value.kind === 'absent' || value.kind === 'pending')
    return { kind: 'again', dueAt, failed: chainFailure('the transaction is not shown') }
  if (value.kind === 'failed') return { kind: 'done' }
  const findings: Omit<Finding, 'id'>[] = []
  const transfers = transfersTo(chain, txHash, value.effects)
  if (transfers.length === 0) {
    const { operatorAddress } = chain
    const isForOther = (await watchedTreasuries(ports)).some(
      (treasuryAddress) =>
        transfersTo({ treasuryAddress, operatorAddress }, txHash, value.effects).length > 0,
    )
    if (isForOther)
      return {
        kind: 'again',
        dueAt,
        failed: waitingFor('it pays a treasury whose key this server does not have'),
      }
  }
  for (const transfer of transfers) {
    const settled = await applyPayment(ports, settings, transfer)
    if (settled.kind === 'unmatched') findings.push(settled.finding)
  }
  await keepUnmatched(ports, findings)
  return { kind: 'done' }
}
