import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'

const COIN = `${testWallet(7)}::club::CLUB`
const WALLET = testWallet(0xb0)

let service: TestService
let drop: Drop

const prepare = (more: { dropId?: string; senderAddress?: string; amount?: string | null } = {}) =>
  service.dropkit.prepareDropFunding(service.owner, { dropId: drop.id, senderAddress: WALLET, ...more })

const watches = () =>
  [...service.ports.memory.state.jobs.values()].filter(({ kind }) => kind === 'watch_deposit')

const deposit = async (amount: string | null) =>
  service.ports.memoryChain.wallet.execute(WALLET, granted(await prepare({ amount }))).kind

beforeEach(async () => {
  service = await createTestService({ chain: { opensVaultsAtOnce: false } })
  service.ports.memoryChain.wallet.faucet(WALLET, COIN, 5_000n as never)
  const adopted = { name: 'Club', symbol: 'CLUB', supply: '5000', coinType: COIN }
  const token = granted(await service.dropkit.createToken(service.owner, adopted))
  drop = await service.createDrop({ existingTokenId: token.id })
})

test('a deposit is prepared for the drop’s creator alone, and watched for from then on', async () => {
  await service.pass(10_000)
  const input = { dropId: drop.id, senderAddress: WALLET }
  const stranger = await service.callerOf('stranger')
  expect(refusalOf(await service.dropkit.prepareDropFunding(stranger, input))).toBe('forbidden')
  expect(watches()).toEqual([])
  granted(await prepare())
  expect(watches()).toMatchObject([{ subject: drop.id, dueAt: service.ports.clock.now() }])
})

test('a deposit is refused by the field that is wrong', async () => {
  await service.pass(10_000)
  expect(await prepare({ senderAddress: 'alice' })).toMatchObject({
    error: { kind: 'bad_user_input', field: 'senderAddress' },
  })
  for (const amount of ['', '0', '-1', 'all']) {
    expect(await prepare({ amount })).toMatchObject({ error: { kind: 'bad_user_input', field: 'amount' } })
  }
  for (const dropId of ['', `drop_${'0'.repeat(32)}`]) {
    expect(await prepare({ dropId })).toMatchObject({ error: { kind: 'not_found', what: 'Drop' } })
  }
})

test('a deposit waits for the vault', async () => {
  expect(await prepare()).toMatchObject({
    error: { kind: 'drop_not_ready', waitingFor: 'its vault is not on the chain yet' },
  })
})

test('a deposit has the missing amount by default, and is refused if nothing is missing', async () => {
  await service.pass(10_000)
  expect(await deposit('999')).toBe('succeeded')
  await service.pass(120_000, 20)
  expect(await deposit(null)).toBe('succeeded')
  await service.pass(120_000, 20)
  expect((await service.reread(drop)).vault).toMatchObject({ deposited: 1_000n })
  expect(await prepare()).toMatchObject({
    error: { kind: 'conflict', message: 'The vault holds the whole pool already' },
  })
  granted(await prepare({ amount: '5' }))
})

test('a deposit that the chain does not prepare is not watched for', async () => {
  await service.pass(10_000)
  service.ports.memoryChain.setOutage('down')
  expect((await prepare()).ok).toBe(false)
  expect(watches()).toEqual([])
})
