import {
  createTestService,
  granted,
  MEMORY_OPERATOR,
  refusalOf,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import type { Address } from '../../domain/address.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { ok } from '../../domain/result.ts'
import { seeDeposits } from './open-vault.ts'

const COIN = `${testWallet(7)}::club::CLUB`
const WALLET = testWallet(0xb0)

/** A drop on a coin that its owner holds and the operator does not. */
async function adoptedDrop(service: TestService): Promise<Drop> {
  service.ports.memoryChain.wallet.faucet(WALLET, COIN, 1_000n as never)
  const adopted = { name: 'Club', symbol: 'CLUB', supply: '1000', coinType: COIN }
  const token = granted(await service.dropkit.createToken(service.owner, adopted))
  return service.createDrop({ existingTokenId: token.id })
}

const claim = (service: TestService, drop: Drop, number: number) =>
  service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(number) })

async function fund(service: TestService, drop: Drop, amount: string | null) {
  const input = { dropId: drop.id, senderAddress: WALLET, amount }
  const deposit = granted(await service.dropkit.prepareDropFunding(service.owner, input))
  expect(service.ports.memoryChain.wallet.execute(WALLET, deposit).kind).toBe('succeeded')
}

test('no vault is made for a drop that is deleted while its transaction is signed', async () => {
  const service = await createTestService()
  const { ports } = service
  replaceMethod(ports.chain, 'prepare', async (prepare, action) => {
    const prepared = await prepare(action)
    if (action.kind === 'open_vault') {
      granted(await service.dropkit.deleteDrop(service.owner, action.dropId))
      await service.pass(5_000)
    }
    return prepared
  })
  const drop = await service.createDrop()
  await service.pass(120_000, 20)
  expect((await service.reread(drop)).vault).toEqual({ kind: 'none' })
  expect(ports.memoryChain.state.ledger.vaults.size).toBe(0)
})

test('a drop accepts claims when its creation returns, whatever background work runs', async () => {
  const service = await createTestService()
  const { prepare, submit } = service.ports.chain
  let background: Promise<unknown> | undefined
  const isSending = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  Object.assign(service.ports.chain, {
    async prepare(action: Parameters<typeof prepare>[0]) {
      if (!background) {
        background = service.pass(100)
        await Promise.race([background, isSending.promise])
      }
      return prepare(action)
    },
    async submit(transaction: Parameters<typeof submit>[0]) {
      const isSlow = (await Promise.race([background, 'goes on'])) === 'goes on'
      isSending.resolve()
      if (isSlow) await mayEnd.promise
      return submit(transaction)
    },
  })
  const drop = await service.createDrop()
  const isClaimable = (await claim(service, drop, 1)).ok
  mayEnd.resolve()
  await background
  expect(isClaimable).toBe(true)
})

describe('a vault that its owner has to fill', () => {
  test('contains what its wallet deposits, in part or in full', async () => {
    const service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    const drop = await adoptedDrop(service)
    expect(refusalOf(await claim(service, drop, 1))).toBe('drop_not_ready')
    await service.pass(10_000)
    expect((await service.reread(drop)).vault).toMatchObject({ kind: 'open', deposited: 0n })
    expect(refusalOf(await claim(service, drop, 1))).toBe('drop_not_ready')
    await fund(service, drop, '15')
    await service.pass(120_000, 20)
    expect((await claim(service, drop, 1)).ok).toBe(true)
    expect(refusalOf(await claim(service, drop, 2))).toBe('drop_not_ready')
    await fund(service, drop, null)
    await service.pass(120_000, 20)
    expect((await service.reread(drop)).vault).toMatchObject({ deposited: 1_000n })
    expect((await claim(service, drop, 2)).ok).toBe(true)
  })

  test('is seen to be filled within seconds, however long it has waited', async () => {
    const service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    const drop = await adoptedDrop(service)
    await service.pass(30 * 60_000, 200)
    for (const [number, amount] of [
      [1, '10'],
      [2, null],
    ] as const) {
      // A wallet takes its time to sign.
      const input = { dropId: drop.id, senderAddress: WALLET, amount }
      const deposit = granted(await service.dropkit.prepareDropFunding(service.owner, input))
      await service.pass(5 * 60_000, 300)
      expect(refusalOf(await claim(service, drop, number))).toBe('drop_not_ready')
      service.ports.memoryChain.wallet.execute(WALLET, deposit)
      await service.pass(2_000)
      expect((await claim(service, drop, number)).ok).toBe(true)
    }
  })

  test('also if the answer to its creation was lost', async () => {
    const fates: ('taken' | 'taken_unanswered')[] = ['taken_unanswered']
    const chain = { opensVaultsAtOnce: false, onSubmit: () => fates.shift() ?? 'taken' } as const
    const service = await createTestService({ chain })
    const { outcome } = service.ports.chain
    const silent = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const
    Object.assign(service.ports.chain, { outcome: async () => silent })
    const drop = await adoptedDrop(service)
    await service.runJobs()
    Object.assign(service.ports.chain, { outcome })
    await service.pass(10_000)
    await fund(service, drop, null)
    await service.pass(120_000, 20)
    expect((await claim(service, drop, 1)).ok).toBe(true)
  })
})

describe('a vault that is filled from the token’s reserve', () => {
  const OPERATOR = MEMORY_OPERATOR

  /** A token of which the operator has 600 for drops, and a drop of 1,000 on it. */
  async function scarceDrop(service: TestService): Promise<{ drop: Drop; coinType: string }> {
    const terms = { name: 'Scarce', symbol: 'SCARCE', supply: '1500' }
    const reserves = { communityDropsReserve: '600', creatorReserve: '900', publicSaleReserve: '0' }
    const token = granted(await service.dropkit.createToken(service.owner, { ...terms, ...reserves }))
    const asked = { tokenId: token.id, senderAddress: WALLET }
    const bytes = granted(await service.dropkit.prepareTokenDeployment(service.owner, asked))
    const { txHash } = service.ports.memoryChain.wallet.execute(WALLET, bytes)
    const deployed = granted(
      await service.dropkit.confirmTokenDeployment(service.owner, { tokenId: token.id, txHash }),
    )
    if (deployed.deployment.kind !== 'DEPLOYED') throw new Error('not deployed')
    const drop = await service.createDrop({ existingTokenId: token.id })
    return { drop, coinType: deployed.deployment.coinType }
  }

  test('is filled with the available coins, and the rest once there are more or its owner deposits it', async () => {
    const service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    const { drop, coinType } = await scarceDrop(service)
    await service.pass(10_000)
    expect((await service.reread(drop)).vault).toMatchObject({ kind: 'open', deposited: 600n })
    for (let number = 1; number <= 60; number++) expect((await claim(service, drop, number)).ok).toBe(true)
    expect(refusalOf(await claim(service, drop, 61))).toBe('drop_not_ready')

    service.ports.memoryChain.wallet.faucet(OPERATOR, coinType, amountOf(100n))
    await service.pass(120_000, 20)
    expect((await service.reread(drop)).vault).toMatchObject({ deposited: 700n })
    await fund(service, drop, null)
    await service.pass(120_000, 20)
    expect((await service.reread(drop)).vault).toMatchObject({ deposited: 1_000n })
    const balances = await service.ports.chain.balances(coinType, [OPERATOR])
    expect(balances.ok && balances.value.get(OPERATOR)).toBe(0n)
  })

  test('is not filled by reads of the vault, because only one job fills it', async () => {
    const service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    const { drop, coinType } = await scarceDrop(service)
    await service.pass(10_000)
    service.ports.memoryChain.wallet.faucet(OPERATOR, coinType, amountOf(100n))
    expect((await seeDeposits(service.ports, drop.id)).kind).toBe('waiting')
    const balances = await service.ports.chain.balances(coinType, [OPERATOR])
    expect(balances.ok && balances.value.get(OPERATOR)).toBe(100n)
  })

  test('is opened empty if the coins were spent elsewhere in the meantime', async () => {
    const service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    const { chain } = service.ports
    const { balances } = chain
    Object.assign(chain, {
      balances: async (_: string, owners: readonly Address[]) =>
        ok(new Map(owners.map((owner) => [owner, amountOf(10_000n)]))),
    })
    const { drop } = await scarceDrop(service)
    await service.pass(1_000)
    expect((await service.reread(drop)).vault).toMatchObject({ kind: 'open', deposited: 0n })
    Object.assign(chain, { balances })
    await service.pass(120_000, 20)
    expect((await service.reread(drop)).vault).toMatchObject({ deposited: 600n })
  })

  test('is not filled again from an outdated read', async () => {
    const service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    const { drop, coinType } = await scarceDrop(service)
    await service.pass(10_000)
    const { chain } = service.ports
    const { vaults } = chain
    Object.assign(chain, {
      async vaults(ids: readonly Address[]) {
        const shown = granted(await vaults(ids))
        return ok(new Map([...shown].map(([id, vault]) => [id, { ...vault, deposited: amountOf(0n) }])))
      },
    })
    service.ports.memoryChain.wallet.faucet(OPERATOR, coinType, amountOf(5_000n))
    await service.pass(120_000, 20)
    Object.assign(chain, { vaults })
    await service.pass(120_000, 20)
    const { vault } = await service.reread(drop)
    const shown =
      vault.kind === 'open' ? granted(await vaults([vault.objectId])).get(vault.objectId) : undefined
    expect(shown?.deposited).toBe(1_000n)
  })
})

describe('preparing the funding of a drop', () => {
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

  test('a deposit is prepared for the owner of the drop only, and is watched for from then on', async () => {
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
})
