import { type Claim, type ClaimedOnChain, type Drop, transferKey, type UnmatchedPayment } from '@dropkit/core'
import {
  admitNextWave,
  admittedRank,
  frozenDraw,
  hasAlarm,
  isReleased,
  recipientOf,
  sequenceOfNonce,
  verifyLottery,
} from '@dropkit/core/internal'
import { show } from '../assert.ts'
import { pureHashes } from '../doubles/test-cryptography.ts'
import { MEMORY_TREASURY } from '../memory-chain/memory-ledger.ts'
import { moneyViolations, startsOfRefunds } from '../model/money-rules.ts'
import { type DropRecords, sum } from './records.ts'
import { demand, demandEqual } from './trace.ts'
import type { World } from './world.ts'

/** Checks that the money of a drop adds up, by its records and by what the chain shows. */
export function checkMoney(records: DropRecords, { storage, chain }: World): void {
  const { drop, claims, paid } = records
  const isPaid = (claim: Claim): boolean => paid.some((event) => pays(event, claim))
  const violations = moneyViolations({
    ...records,
    starts: startsOfRefunds(records.events),
    cameFor: ({ id }) =>
      sum(
        chain.state.payments.filter((payment) => storage.state.usedPayments.get(transferKey(payment)) === id),
        ({ amount }) => amount,
      ),
    takenOnChain: new Set(claims.filter(isPaid).map(({ sequence }) => sequence)),
  })
  demand(violations.length === 0, 'money adds up', () => `${drop.id}: ${violations.join('; ')}`)
}

/** Checks that each refund, payout and return leaves the treasury at most once, with the promised amount. */
export function checkTreasury({ storage, chain }: World): void {
  const { state } = storage
  const sent = new Map([...state.chainTransactions.all()].map((each) => [each.digest, each.purpose]))
  const returns = new Map<string | undefined, UnmatchedPayment>()
  for (const payment of state.unmatchedPayments.all()) {
    const { state: how } = payment
    if (how.kind === 'RETURNING') returns.set(how.signed?.digest, payment)
    if (how.kind === 'RETURNED') returns.set(how.txHash, payment)
  }
  const done = new Set<string>()
  for (const [digest, outcome] of chain.state.outcomes) {
    if (outcome.kind !== 'succeeded') continue
    for (const payment of outcome.effects.payments) {
      if (payment.from !== MEMORY_TREASURY) continue
      const purpose = sent.get(digest)
      const returned = returns.get(digest)
      const id =
        purpose?.kind === 'refund'
          ? purpose.refundId
          : purpose?.kind === 'payout'
            ? purpose.payoutId
            : (returned?.id ?? '')
      const transfer =
        state.refunds.get(id) ?? state.payouts.get(id) ?? (returned && { ...returned, to: returned.from })
      demand(transfer !== undefined, 'the treasury pays nothing that no transfer promises', () => digest)
      const { to, coinType } = transfer
      const promised = { to, coinType, amount: transfer.amount }
      const paid = { to: payment.to, coinType: payment.coinType, amount: payment.amount }
      demandEqual(paid, promised, 'a transfer is paid as it was promised', id)
      demand(!done.has(id), 'each transfer is paid once at most', () => id)
      done.add(id)
    }
  }
  for (const transfer of [...state.refunds.all(), ...state.payouts.all()]) {
    const isSent = transfer.state.kind === 'SUCCEEDED'
    demand(!isSent || done.has(transfer.id), 'what is said to be paid was paid', () => transfer.id)
  }
  for (const { id, state: how } of returns.values())
    demand(how.kind !== 'RETURNED' || done.has(id), 'what is said to be returned was paid', () => id)
}

/** Checks what the chain shows of a drop: each claim is paid at most once, to the wallet and with the amount of its row. */
export function checkVault({ drop, claims, paid }: DropRecords, world: World): void {
  const isRobbed = isRobbedOf(drop, world)
  demand(isRobbed || !hasAlarm(drop), 'no vault has an alarm that nothing was stolen from', () => drop.id)
  if (drop.vault.kind === 'none') return
  const nonces = paid.map(({ nonce }) => nonce)
  demandEqual(new Set(nonces).size, nonces.length, 'each claim is paid once at most', `${drop.id}: ${nonces}`)
  for (const { nonce, claimer, amount } of isRobbed ? [] : paid) {
    const claim = claims[nonce - 1]
    const about = `claim ${nonce} of ${drop.id}`
    demand(claim !== undefined, 'nothing is paid without a claim', () => about)
    demandEqual(
      { claimer, amount },
      { claimer: recipientOf(claim), amount: claim.amount },
      'a claim is paid as it is',
      about,
    )
    demand(!isReleased(claim.state), 'nothing that was given back is paid', () => about)
  }
  for (const claim of claims) {
    const isPaid = claim.state.kind !== 'CONFIRMED' || paid.some((event) => pays(event, claim))
    demand(isPaid, 'what is confirmed was paid', () => `claim ${claim.sequence} of ${drop.id}`)
  }
  const vault = world.chain.state.ledger.vaults.get(drop.vault.objectId)
  demand(vault !== undefined, 'a vault is on the chain', () => drop.id)
  if (vault.isClosed) return
  const gone = vault.deposited - vault.balance
  demandEqual(
    gone,
    sum(paid, ({ amount }) => amount),
    'a vault has lost what it has paid',
    drop.id,
  )
}

/** A claim whose nonce was used by a thief is paid with another nonce. */
const pays = ({ nonce, claimer, amount }: ClaimedOnChain, claim: Claim): boolean =>
  sequenceOfNonce(nonce) === claim.sequence && claimer === recipientOf(claim) && amount >= claim.amount

/** Whether a thief with the drop's key has taken something from its vault. */
export const isRobbedOf = ({ vault }: Drop, { robbedVaults }: World): boolean =>
  vault.kind !== 'none' && robbedVaults.has(vault.objectId)

/**
 * Checks a drop's lottery. The order is computed again from the set of wallets and the round alone, so it depends neither
 * on when wallets entered nor on which server drew.
 */
export function checkLottery({ drop, claims, events, entries }: DropRecords, { beacon }: World): void {
  const { lottery } = drop
  if (lottery === null) return
  demandEqual(lottery.entries, entries.length, 'each entry is counted once', drop.id)
  for (const type of ['lottery.closed', 'lottery.drawn'] as const) {
    const count = events.filter((event) => event.type === type).length
    demand(count <= 1, 'a lottery has one result', () => `${drop.id} has ${count} of ${type}`)
  }
  const ranks = new Map(entries.map(({ wallet, rank }) => [wallet, rank]))
  const admitted = admittedRank(lottery)
  for (const { claimer, sequence } of claims) {
    const rank = ranks.get(claimer) ?? null
    demand(
      rank !== null && rank <= admitted,
      'only wallets that were admitted claim',
      () => `claim ${sequence} of ${drop.id} has rank ${rank}, and ${admitted} are admitted`,
    )
  }
  let last = 0
  for (const { type, data } of events) {
    if (type !== 'lottery.admitted') continue
    demandEqual(data['firstRank'], last + 1, 'the waiting list moves up in order', drop.id)
    last = Number(data['lastRank'])
  }
  demandEqual(last, admitted, 'the log has every wave', drop.id)

  const draw = frozenDraw(lottery)
  if (draw === null) return
  const isDrawn = draw.kind === 'DRAWN'
  const wallets = entries.map(({ wallet }) => wallet).sort()
  // Before the round is published, only the root can be checked. Any signature does.
  const signature = 'signature' in draw ? draw.signature : ''
  const { id: dropId } = drop
  const { root, round, frozenAt } = draw
  const told = isDrawn ? entries.map(({ wallet, rank }) => ({ wallet, rank: rank ?? 0, proof: null })) : []
  const record = { dropId, beacon: lottery.beacon, root, round, frozenAt, size: wallets.length, signature }
  const verified = verifyLottery(
    { ...record, wallets, entries: told },
    { ...pureHashes, verifyRound: (_chain, shown) => signature === '' || beacon.verify(shown) },
  )
  demand(
    verified.kind === 'verified',
    'every lottery can be worked out again',
    () => `${dropId}: ${show(verified)}`,
  )
}

/** Whether a lottery waits for its owner to fill the vault. */
export const waitsForVault = ({ storage }: Pick<World, 'storage'>, dropId: string, now: number): boolean => {
  const drop = storage.state.drops.get(dropId)
  return drop !== undefined && admitNextWave(drop, now).kind === 'no_vault'
}
