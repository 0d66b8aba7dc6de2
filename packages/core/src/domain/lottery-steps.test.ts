import { fullVault, TEST_START as NOW, OWNER, sampleDrop, sampleToken } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import type { Drop } from './drop.ts'
import type { Lottery } from './lottery.ts'
import { admitNextWave } from './lottery-steps.ts'

const beacon = { hash: '0a', publicKey: '0b', genesisAt: 0, periodMs: 3_000, scheme: 'test' }
const lottery: Lottery = {
  entriesCloseAt: NOW - 2,
  claimWindowMs: 60_000,
  beacon,
  entries: 2,
  draw: { kind: 'DRAWN', root: '', round: 1, frozenAt: NOW - 1, signature: '', drawnAt: NOW, waves: [] },
}

/** Five of its eight items are claimed, for 30 of its pool of 100. */
const before: Drop = {
  ...sampleDrop(sampleToken(OWNER, 1), 1, { pool: amountOf(100n) }),
  award: { kind: 'fixed', amount: amountOf(10n) },
  supply: 8,
  lottery,
}
const drop: Drop = {
  ...before,
  tally: { ...before.tally, reservedAmount: amountOf(30n), reservedCount: 5, lastSequence: 5 },
}

test.each<[string, Drop['award'], bigint]>([
  ['two items', drop.award, 50n],
  ['the whole pool, if amounts are random', { kind: 'random', commitment: '', seed: '' }, 100n],
])('a wave of two wallets begins when the vault holds %s', (_, award, enough) => {
  const waveWith = (deposited: bigint) =>
    admitNextWave({ ...drop, award, vault: fullVault(amountOf(deposited)) }, NOW)
  for (const deposited of [0n, 31n, 40n, enough - 1n]) expect(waveWith(deposited).kind).toBe('no_vault')
  expect(waveWith(enough)).toMatchObject({
    kind: 'admitted',
    drop: { lottery: { draw: { waves: [{ firstRank: 1, lastRank: 2, claimBy: NOW + 60_000 }] } } },
  })
})
