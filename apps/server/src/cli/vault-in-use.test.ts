import { type Address, amountOf } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { createTestService, type TestService } from '@dropkit/testing'
import { beforeEach, expect, test } from 'vitest'
import { reasonNotToWithdraw } from './vault-in-use.ts'

let service: TestService
let drop: Awaited<ReturnType<TestService['createDrop']>>
let vault: Address

const reason = () => reasonNotToWithdraw(service.ports.store, vault)

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop()
  if (drop.vault.kind === 'none') throw new Error('no vault')
  vault = drop.vault.objectId
})

test('nothing is withdrawn from the vault of a drop, also if an alarm pauses it on the chain', async () => {
  expect(await reason()).toMatch(`is in use by ${drop.id}, also if it is paused`)
})

test('nothing is withdrawn from a closed vault while a transaction of the servers has no result', async () => {
  const transaction = {
    id: idOf('chaintx', '00000000000070008000000000000001'),
    dropId: drop.id,
    purpose: { kind: 'fund_vault', deposit: amountOf(1n) },
    bytes: '',
    digest: 'unknown',
    expiresAt: 1,
    state: 'sent',
    createdAt: 1,
  } as const
  const write = (state: 'sent' | 'lost') =>
    service.ports.store.changeDrop(drop.id, {}, (dropState) => {
      const chainTransactions = [{ ...transaction, state }]
      const closed = dropState && { ...dropState.drop, vault: { kind: 'closed', objectId: vault } as const }
      return state === 'sent'
        ? { result: null, insert: { chainTransactions }, update: { drops: closed ? [closed] : [] } }
        : { result: null, update: { chainTransactions } }
    })
  await write('sent')
  expect(await reason()).toMatch('has no result yet')
  await write('lost')
  expect(await reason()).toBeNull()
})

test('a vault that no drop of the store has is not refused here', async () => {
  vault = `0x${'9'.repeat(64)}` as Address
  expect(await reason()).toBeNull()
})
