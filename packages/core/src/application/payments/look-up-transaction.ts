import { doublingDelayMs, HOUR_MS } from '../../domain/instant.ts'
import type { Finding } from '../../domain/payment/match-payment.ts'
import { chainFailure, type JobOutcome, type Ports } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import { type ApplyPaymentPorts, applyPayment, keepUnmatched, transfersTo } from './apply-payment.ts'
import { watchedTreasuries } from './watch-treasury.ts'

const FIRST_RETRY_MS = 1_000

/**
 * Counts the payments of a transaction that the watcher could not read with others, to any watched treasury: a server that has the
 * key of another one may run this. As long as the transaction cannot be read, the job is among the failing ones, and the delay between
 * its attempts grows.
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
  const { operatorAddress } = chain
  const transfers = (await watchedTreasuries(ports)).flatMap((treasuryAddress) =>
    transfersTo({ treasuryAddress, operatorAddress }, txHash, value.effects),
  )
  for (const transfer of transfers) {
    const settled = await applyPayment(ports, settings, transfer)
    if (settled.kind === 'unmatched') findings.push(settled.finding)
  }
  await keepUnmatched(ports, findings)
  return { kind: 'done' }
}
