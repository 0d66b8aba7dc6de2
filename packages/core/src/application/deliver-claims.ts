import type { Claim } from '../domain/claim.ts'
import { confirmClaim } from '../domain/claim-settlement.ts'
import type { Drop } from '../domain/drop.ts'
import type { NewEvent } from '../domain/event.ts'
import type { DropId } from '../domain/ids.ts'
import type { ClaimedOnChain, JobOutcome, Ports } from '../ports/index.ts'
import {
  type ChainWorkPorts,
  follow,
  type Progress,
  type Settle,
  transactionUnderWay,
  undertake,
} from './chain-work.ts'
import { issueVoucher } from './issue-voucher.ts'
import type { Settings } from './settings.ts'

export type DeliverPorts = ChainWorkPorts & Pick<Ports, 'signer'>

const RETRY_DELAY_MS = 500

/**
 * Sends random claims to the chain, many to a transaction. A random claim is never given up: one transaction is
 * followed to its end before the next is made, an aborted one is halved, and the chain's nonce keeps any of them from
 * being paid twice.
 */
export async function deliverClaims(
  ports: DeliverPorts,
  settings: Settings,
  dropId: DropId,
  memo: string | null,
): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (drop?.vault.kind !== 'open') return { kind: 'done' }
  const batchSize = batchSizeFrom(memo, ports.chain.maxVouchersPerTransaction)
  const underWay = await transactionUnderWay(ports, drop, ['deliver_claims'])
  if (underWay) return next(ports, await follow(ports, underWay, settleDelivery), batchSize)

  const claims = await ports.store.undeliveredClaims(dropId, batchSize)
  if (claims.length === 0) return { kind: 'done' }
  return next(ports, await deliver(ports, settings, drop, claims), Math.min(batchSize, claims.length))
}

async function deliver(
  ports: DeliverPorts,
  settings: Settings,
  drop: Drop,
  claims: readonly Claim[],
): Promise<Progress> {
  if (drop.vault.kind !== 'open') return { kind: 'unknown', reason: 'no vault' }
  const expiresAt = ports.clock.now() + settings.voucherLifetimeMs
  const vouchers = await Promise.all(claims.map((claim) => issueVoucher(ports, drop, claim, expiresAt)))
  const sequences = claims.map(({ sequence }) => sequence)
  return undertake(
    ports,
    {
      dropId: drop.id,
      purpose: { kind: 'deliver_claims', sequences },
      action: { kind: 'deliver_claims', coinType: drop.vault.coinType, vouchers },
      onPrepared: (pool, transaction) => {
        const pending = [...pool.claims.values()].filter(({ state }) => state.kind === 'PENDING')
        if (pending.length < sequences.length) return null
        const submitted = pending.map(
          (claim): Claim => ({
            ...claim,
            state: { kind: 'SUBMITTED', txHash: transaction.digest },
          }),
        )
        return { update: { claims: submitted } }
      },
    },
    settleDelivery,
  )
}

const settleDelivery: Settle = (pool, transaction, end) => {
  const carried = [...pool.claims.values()].filter(
    ({ state }) => state.kind === 'SUBMITTED' && state.txHash === transaction.digest,
  )
  if (end.kind !== 'succeeded') {
    const waiting = carried.map((claim): Claim => ({ ...claim, state: { kind: 'PENDING', expiresAt: null } }))
    return { update: { claims: waiting } }
  }
  const paid = new Map(end.effects.claimed.map((event): [number, ClaimedOnChain] => [event.nonce, event]))
  const claims: Claim[] = []
  const events: NewEvent[] = []
  let drop = pool.drop
  for (const claim of carried) {
    const proof = paid.get(claim.sequence)
    if (!proof) continue
    const confirmation = { txHash: proof.txHash, claimedAt: proof.at }
    const settled = confirmClaim(claim, drop, confirmation, end.effects.at, null)
    claims.push(settled.claim)
    events.push(...settled.events)
    drop = settled.drop
  }
  return { update: { claims, drops: drop === pool.drop ? [] : [drop] }, events }
}

function next(ports: DeliverPorts, progress: Progress, batchSize: number): JobOutcome {
  const now = ports.clock.now()
  switch (progress.kind) {
    case 'succeeded':
      return { kind: 'again', dueAt: now, memo: null }
    case 'lost':
      return { kind: 'again', dueAt: now, memo: String(batchSize) }
    case 'failed':
    case 'not_possible': {
      const half = Math.max(1, Math.floor(batchSize / 2))
      ports.log.error('claims could not be delivered', { batchSize, reason: progress.reason })
      const dueAt = now + (batchSize === 1 ? 20 : 1) * RETRY_DELAY_MS
      return { kind: 'again', dueAt, memo: String(half), failed: true }
    }
    case 'unknown':
      return { kind: 'again', dueAt: now + RETRY_DELAY_MS, memo: String(batchSize), failed: true }
  }
}

/** After an abort the next transactions carry half as many, until one gets through. */
function batchSizeFrom(memo: string | null, most: number): number {
  const remembered = Number(memo ?? most)
  return Number.isInteger(remembered) && remembered >= 1 ? Math.min(remembered, most) : most
}
