import type { Drop, Exemption } from '@dropkit/core'
import { EXEMPTED, factKey, idOf } from '@dropkit/core/internal'
import { assertEqual } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { put, putDrop, SAMPLE_NOW, sampleAddress, sampleDrop, uniquePart } from './sample-records.ts'
import type { OpenedStore } from './store-contract.ts'

const [ONE, OTHER] = [sampleAddress(0xaa), sampleAddress(0xbb)]

const sampleExemption = (drop: Drop, n: number, more: Partial<Exemption> = {}): Exemption => ({
  id: idOf('exemption', uniquePart(n)),
  dropId: drop.id,
  wallet: ONE,
  reason: `reason ${n}`,
  grantedBy: drop.creatorId,
  grantedAt: SAMPLE_NOW + n,
  revokedBy: null,
  revokedAt: null,
  ...more,
})

export function storeExemptionContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('gives exemptions back as they were written and rewritten, newest first', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const elsewhere = sampleDrop(token, 2)
    const revoked = { revokedBy: drop.creatorId, revokedAt: SAMPLE_NOW + 9 }
    const [first, second] = [sampleExemption(drop, 1), sampleExemption(drop, 2, { wallet: OTHER })]
    const foreign = sampleExemption(elsewhere, 3)
    await put(store, { drops: [elsewhere], exemptions: [first, second, foreign] })
    const ended = { ...first, ...revoked }
    await store.changeDrop(drop.id, {}, () => ({ update: { exemptions: [ended] }, result: undefined }))
    assertEqual(
      await store.exemptions([second.id, first.id, sampleExemption(drop, 9).id]),
      new Map([
        [second.id, second],
        [first.id, ended],
      ]),
    )
    assertEqual(await store.listExemptions(drop.id, { limit: 9 }), [second, ended])
    assertEqual(await store.listExemptions(drop.id, { limit: 1 }), [second])
    assertEqual(await store.listExemptions(drop.id, { limit: 9, after: second.id }), [ended])
  })

  test('returns the valid exemption of a wallet, under the lock and without it', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const elsewhere = sampleDrop(token, 2)
    const active = sampleExemption(drop, 2)
    await put(store, {
      drops: [elsewhere],
      exemptions: [
        sampleExemption(drop, 1, { revokedBy: drop.creatorId, revokedAt: SAMPLE_NOW }),
        active,
        sampleExemption(elsewhere, 3, { wallet: OTHER }),
      ],
    })
    const question = {
      wallets: [ONE, OTHER],
      exemptionsOf: [ONE, OTHER],
      facts: { requests: [EXEMPTED], now: SAMPLE_NOW },
    }
    const locked = await store.changeDrop(drop.id, question, (state) => ({ result: state }))
    for (const state of [locked.ok ? locked.value : null, await store.dropState(drop.id, question)]) {
      assertEqual(state?.exemptions, new Map([[ONE, active]]))
      const facts = state?.facts.get(factKey(EXEMPTED))
      assertEqual(
        facts,
        new Map([
          [ONE, 1n],
          [OTHER, 0n],
        ]),
      )
    }
  })

  test('keeps at most one exemption of a wallet that counts', async ({ store }) => {
    const { drop } = await putDrop(store)
    await put(store, { exemptions: [sampleExemption(drop, 1)] })
    const second = store.create({ insert: { exemptions: [sampleExemption(drop, 2)] } })
    assertEqual(
      await second.then(
        () => 'written',
        () => 'failed',
      ),
      'failed',
    )
  })
}
