import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { ClaimPlace } from '../../domain/ids.ts'
import type { Chain, ClaimedOnChain, TransactionOutcome } from '../../ports/index.ts'
import { changeClaim } from './confirm-claim.ts'

const unavailable = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const

let service: TestService
let drop: Drop
let grant: Awaited<ReturnType<typeof claim>>
let txHash: string

const claim = async () =>
  granted(await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(1) }))

const confirm = async (hash = txHash) =>
  service.dropkit.confirmClaim(await service.callerOf(`caller${++callers}`), {
    claimId: idOfClaim(grant.claim),
    txHash: hash,
  })
let callers = 0

const stateNow = async () => (await service.dropkit.readClaim(service.owner, idOfClaim(grant.claim)))?.state

/** Changes the outcome that the chain reports for every later transaction. */
const say = (change: (outcome: TransactionOutcome) => TransactionOutcome) => {
  const { chain } = service.ports
  const { outcome } = chain
  Object.assign(chain, {
    outcome: async (hash: string): ReturnType<Chain['outcome']> => {
      const answer = await outcome(hash)
      return answer.ok ? { ok: true, value: change(answer.value) } : answer
    },
  })
}

beforeEach(async () => {
  service = await createTestService()
  // Keeps the watcher from confirming the claim in the meantime.
  Object.assign(service.ports.chain, { claimsAfter: async () => unavailable })
  drop = await service.createDrop()
  grant = await claim()
  txHash = service.ports.memoryChain.wallet.claim(grant.voucher).txHash
})

describe('a claim', () => {
  test('is confirmed by any user who submits its transaction', async () => {
    expect(granted(await confirm()).state).toMatchObject({ kind: 'CONFIRMED', txHash })
    expect(granted(await confirm()).state).toMatchObject({ kind: 'CONFIRMED', txHash })
    expect(refusalOf(await confirm('1'.repeat(44)))).toBe('conflict')
  })

  test.each<[string, Partial<ClaimedOnChain>]>([
    ['drop', { dropObjectId: testWallet(0xd) }],
    ['claimer', { claimer: testWallet(2) }],
    ['amount', { amount: 9n as ClaimedOnChain['amount'] }],
    ['nonce', { nonce: 2 }],
  ])('is not confirmed by a claim of another %s', async (_, other) => {
    say((outcome) => {
      if (outcome.kind !== 'succeeded') return outcome
      const claimed = outcome.effects.claimed.map((event) => ({ ...event, ...other }))
      return { ...outcome, effects: { ...outcome.effects, claimed } }
    })
    expect(await confirm()).toMatchObject({ error: { kind: 'bad_user_input', field: 'txHash' } })
    expect((await stateNow())?.kind).toBe('PENDING')
  })

  test.each<[string, TransactionOutcome]>([
    ['tx_not_found', { kind: 'absent', chainTime: 0 }],
    ['tx_not_found', { kind: 'pending' }],
    ['tx_failed', { kind: 'failed', reason: 'aborted', at: 0 }],
  ])('answers %s and stays as it is while its transaction is so: %j', async (kind, outcome) => {
    say(() => outcome)
    expect(refusalOf(await confirm())).toBe(kind)
    expect((await stateNow())?.kind).toBe('PENDING')
  })

  test.each(['', 'nonsense!', 'x'.repeat(500)])(
    'is not looked for when the hash is %j, which is none',
    async (hash) => {
      for (const claimId of [idOfClaim(grant.claim), 'claim_1', '']) {
        const answer = await service.dropkit.confirmClaim(service.owner, { claimId, txHash: hash })
        expect(answer).toMatchObject({ error: { kind: 'bad_user_input', field: 'txHash' } })
      }
    },
  )

  test('waits while the chain cannot be asked, and once confirmed asks it no more', async () => {
    service.ports.memoryChain.setOutage('down')
    expect(refusalOf(await confirm())).toBe('chain_unavailable')
    service.ports.memoryChain.setOutage(null)
    granted(await confirm())
    service.ports.memoryChain.setOutage('down')
    expect(granted(await confirm()).state).toMatchObject({ kind: 'CONFIRMED', txHash })
    expect(refusalOf(await confirm('1'.repeat(44)))).toBe('conflict')
  })
})

test('a claim is changed in its current state, and a missing claim is an error', async () => {
  const { ports, dropkit, owner, createDrop } = await createTestService()
  const drop = await createDrop()
  const input = { dropId: drop.id, userAddress: testWallet(1) }
  const { claim } = granted(await dropkit.claimDrop(owner, input))
  const touch = (place: ClaimPlace) =>
    changeClaim(ports, place, [], (current, dropState) => {
      expect([current, dropState.drop.id]).toEqual([claim, drop.id])
      return { result: 'touched', update: { claims: [{ ...current, createdAt: 1 }] } }
    })
  const nowhere = { dropId: 'drop_nothing' as never, sequence: 1 }
  for (const place of [{ ...claim, sequence: 2 }, nowhere]) {
    await expect(touch(place)).rejects.toThrow('invariant broken: there is no ')
  }
  expect(await touch(claim)).toBe('touched')
  expect((await ports.store.claimsInOrder(drop.id, 0, 9)).map(({ createdAt }) => createdAt)).toEqual([1])
})
