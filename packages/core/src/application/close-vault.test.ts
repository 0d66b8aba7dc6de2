import { describe, expect, test } from 'vitest'
import type { Chain } from '../ports/index.ts'
import { createTestPorts } from '../testing/index.ts'
import { createDropkit } from './dropkit.ts'

describe('closing a vault', () => {
  test.each(['deleted', 'cancelled'] as const)(
    'finds the one that was being made, its answer lost, when the drop was %s',
    async (way) => {
      const fates: ('taken' | 'taken_unanswered')[] = ['taken_unanswered']
      const ports = createTestPorts({ chain: { onSubmit: () => fates.shift() ?? 'taken' } })
      let isSilent = true
      const chain: Chain = {
        ...ports.chain,
        outcome: async (txHash) =>
          isSilent
            ? { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } }
            : ports.chain.outcome(txHash),
      }
      const dropkit = createDropkit({ ...ports, chain })
      const made = await dropkit.createLocalUser({ username: 'owner', key: { name: 'first' } })
      if (!made.ok) throw new Error('no user')
      const caller = { user: made.value.user, credential: { kind: 'system' } } as const
      const token = await dropkit.createToken(caller, { name: 'Pepper', symbol: 'PEPPER', supply: '100' })
      if (!token.ok) throw new Error('no token')
      const terms = { title: 'Gone', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100' } as const
      const drop = await dropkit.createDrop(caller, { ...terms, existingTokenId: token.value.id })
      if (!drop.ok) throw new Error('no drop')
      const { id } = drop.value
      if (way === 'deleted') await dropkit.deleteDrop(caller, id)
      else await dropkit.updateDrop(caller, id, { status: 'CANCELLED' })

      isSilent = false
      for (let second = 0; second < 30; second++) {
        ports.clock.advance(1_000)
        while ((await dropkit.runDueJobs()) > 0);
      }
      expect((await ports.store.dropForSettlement(id))?.vault.kind).toBe('closed')
      expect(await ports.store.openChainTransactions(id)).toEqual([])
    },
  )
})
