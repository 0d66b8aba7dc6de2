import { createTestService, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { testRun } from '../../../test/test-run.ts'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { raiseAlarm } from '../../domain/vault-alarm.ts'
import type { JobRequest } from '../../ports/index.ts'
import { auditVaults } from './audit-vaults.ts'

let service: TestService
let requested: (readonly JobRequest[])[]

/** Which drops are to be looked at more closely, in one request or none. */
const suspected = () => requested.flat().map(({ kind, subject }) => [kind, subject])

const audit = async (memo: string | null = null, subject = 'chain') => {
  requested = []
  const { jobs } = service.ports
  const noted = { ...jobs, request: async (all: readonly JobRequest[]) => void requested.push(all) }
  return auditVaults({ ...service.ports, jobs: noted }, subject, testRun(memo))
}

const nextRound = () => ({ kind: 'again', dueAt: service.ports.clock.now() + 30_000, memo: null })

async function onChain(drop: Drop, change: { isPaused?: boolean; balance?: bigint }): Promise<void> {
  const { vaults } = service.ports.memoryChain.state.ledger
  const { vault } = await service.reread(drop)
  const shown = vault.kind === 'open' ? vaults.get(vault.objectId) : undefined
  if (!shown) throw new Error('no vault on the chain')
  vaults.set(shown.objectId, { ...shown, ...change })
}

const alarm = (drop: Drop) =>
  service.ports.store.changeDrop(drop.id, {}, (dropState) => {
    if (!dropState) throw new Error('no drop')
    const stopped = raiseAlarm(
      dropState.drop,
      { alarm: 'unknown_key', details: {} },
      service.ports.clock.now(),
    )
    return { result: undefined, update: { drops: [stopped.drop] } }
  })

beforeEach(async () => {
  service = await createTestService()
})

test('requests nothing while all vaults are correct, and runs again in half a minute', async () => {
  await service.createDrop()
  expect(await audit()).toEqual(nextRound())
  expect(requested).toEqual([])
})

test('asks the chain for nothing where no vault is open', async () => {
  service.ports.memoryChain.setOutage('down')
  expect(await audit()).toEqual(nextRound())
})

test('requests a check of a vault that is paused without an alarm, or open with one', async () => {
  const [right, paused, stopped, open] = [
    await service.createDrop(),
    await service.createDrop(),
    await service.createDrop(),
    await service.createDrop(),
  ]
  await onChain(paused, { isPaused: true })
  for (const drop of [stopped, open]) await alarm(drop)
  await onChain(stopped, { isPaused: true })
  await audit()
  expect(suspected()).toEqual([
    ['guard_vault', paused.id],
    ['guard_vault', open.id],
  ])
  expect(requested.flat()[0]?.dueAt).toBe(service.ports.clock.now())
  expect(right.id).not.toBe(paused.id)
})

test('requests a check of a vault that holds too little, or is missing', async () => {
  const [less, gone] = [await service.createDrop(), await service.createDrop()]
  await onChain(less, { balance: 999n })
  const { vault } = await service.reread(gone)
  if (vault.kind === 'open') service.ports.memoryChain.state.ledger.vaults.delete(vault.objectId)
  await audit()
  expect(suspected()).toEqual([
    ['guard_vault', less.id],
    ['guard_vault', gone.id],
  ])
})

test('goes on from the same place when the chain was silent', async () => {
  await service.createDrop()
  service.ports.memoryChain.setOutage('down')
  const dueAt = service.ports.clock.now() + 5_000
  const failed = { class: 'chain_unavailable', reason: 'down' }
  expect(await audit('drop_')).toEqual({ kind: 'again', dueAt, memo: 'drop_', failed })
  expect(requested).toEqual([])
})

describe('a user with more than fifty vaults', () => {
  const nextPage = (memo: string) => ({ kind: 'again', dueAt: service.ports.clock.now() + 5_000, memo })
  const createDrops = async (count: number): Promise<readonly string[]> => {
    const ids: string[] = []
    for (let n = 0; n < count; n++) ids.push((await service.createDrop()).id)
    return ids.toSorted()
  }

  test('is left to a job of their own after a page of fifty', async () => {
    await createDrops(51)
    const owner = service.owner.user.id
    const behind = `${owner}/drop_${'f'.repeat(32)}`
    expect(await audit()).toEqual(nextPage(behind))
    const dueAt = service.ports.clock.now()
    expect(requested).toEqual([[{ kind: 'audit_vaults', subject: owner, ownerId: owner, dueAt }]])
    expect(await audit(behind)).toEqual(nextRound())
    expect(requested).toEqual([])
  })

  test('is audited in the job of their own, fifty at a time, until the last vault', async () => {
    const ids = await createDrops(51)
    const owner = service.owner.user.id
    expect(await audit(null, owner)).toEqual(nextPage(`${owner}/${ids[49]}`))
    expect(await audit(`${owner}/${ids[49]}`, owner)).toEqual({ kind: 'done' })
    expect(requested).toEqual([])
  })

  test("does not have other users' vaults audited in that job", async () => {
    const less = await service.createDrop()
    await onChain(less, { balance: 999n })
    expect(await audit(null, idOf('user', '0'.repeat(32)))).toEqual({ kind: 'done' })
    expect(requested).toEqual([])
  })

  test('shares a page with other users, which the next run continues', async () => {
    const ids = await createDrops(50)
    const owner = service.owner.user.id
    const { drops } = service.ports.memory.state
    const [last] = ids.slice(-1)
    const copied = [...drops.all()].find(({ id }) => id === last)
    if (copied?.vault.kind !== 'open') throw new Error('the vault is open')
    const vault = { ...copied.vault, objectId: testWallet(9) }
    // The first in the order of users.
    const creatorId = idOf('user', '0'.repeat(32))
    drops.insert({ ...copied, id: idOf('drop', '9'.repeat(32)), creatorId, shortcode: 'copy', vault }, [])
    expect(await audit()).toEqual(nextPage(`${owner}/${ids[48]}`))
    expect(await audit(`${owner}/${ids[48]}`)).toEqual(nextRound())
  })

  test('does not stop a round that began in an earlier release, which went by drop', async () => {
    await createDrops(2)
    expect(await audit(`drop_${'f'.repeat(32)}`)).toEqual(nextRound())
  })
})
