import { admitNextWave, admittedRank, frozenDraw, verifyLottery } from '@dropkit/core/internal'
import { show } from '../assert.ts'
import { pureHashes } from '../doubles/pure-hashes.ts'
import type { DropRecords } from './drop-records.ts'
import { demand, demandEqual } from './violation.ts'
import type { World } from './world.ts'

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
