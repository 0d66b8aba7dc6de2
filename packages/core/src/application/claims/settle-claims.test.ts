import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'

const PRICE = 2_000_000_000n
const WALLETS = [1, 2, 3]

let service: TestService
let caller: Caller

beforeEach(async () => {
  service = await createTestService()
  caller = await service.callerOf('claimer')
})

async function paid(drop: Drop, number: number): Promise<PaymentIntent> {
  const order = { dropId: drop.id, walletAddress: testWallet(number), paymentMethod: 'SUI', quantity: 2 }
  const intent = granted(await service.dropkit.createPaymentIntent(caller, order))
  const txHash = service.pay(intent)
  return granted(await service.dropkit.confirmPaymentIntent(caller, { id: intent.id, txHash }))
}

async function takeAll(drop: Drop): Promise<void> {
  for (const number of [...WALLETS, ...WALLETS]) {
    const input = { dropId: drop.id, userAddress: testWallet(number) }
    const granting = await service.dropkit.claimDrop(caller, input)
    if (granting.ok) service.ports.memoryChain.wallet.claim(granting.value.voucher)
  }
}

/** The number of intents that each change of a drop queries while the chain is watched. */
async function intentsAskedFor(drop: Drop): Promise<readonly number[]> {
  const asked = vi.spyOn(service.ports.store, 'changeDrop')
  await service.pass(1_000)
  const calls = asked.mock.calls.filter(([dropId]) => dropId === drop.id)
  asked.mockRestore()
  return calls.map(([, { intentIds = [] }]) => intentIds.length)
}

describe('the confirmation of claims', () => {
  test('asks a free drop nothing about payments, and one that sells for all intents at once', async () => {
    const free = await service.createDrop()
    await takeAll(free)
    expect(await intentsAskedFor(free)).toEqual([0])

    const priced = await service.createDrop({ price: 2 })
    const intents = await Promise.all(WALLETS.map((number) => paid(priced, number)))
    await takeAll(priced)
    expect(await intentsAskedFor(priced)).toEqual([0, 3])
    for (const intent of intents) {
      expect(await service.rereadIntent(intent)).toMatchObject({ spent: 1, earned: PRICE })
    }
    expect((await service.reread(priced)).payments).toMatchObject({ earned: 3n * PRICE, owed: 3n * PRICE })
  })

  test('asks for no other work while the drop goes on', async () => {
    const drop = await service.createDrop()
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    const { claim, voucher } = granted(await service.dropkit.claimDrop(caller, input))
    const { txHash } = service.ports.memoryChain.wallet.claim(voucher)
    const { store } = service.ports
    const { changeDrop } = store
    const jobs: unknown[] = []
    vi.spyOn(store, 'changeDrop').mockImplementation((dropId, question, decide) =>
      changeDrop(dropId, question, (dropState) => {
        const change = decide(dropState)
        jobs.push(change.jobs)
        return change
      }),
    )
    granted(await service.dropkit.confirmClaim(caller, { claimId: idOfClaim(claim), txHash }))
    expect(jobs).toEqual([[]])
  })

  test('earns the price of random claims when they are delivered', async () => {
    const drop = await service.createDrop({ price: 2, tokenAmount: '0', supply: 10, maxAmount: '1000' })
    const intent = await paid(drop, 1)
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    await service.dropkit.claimRandomDrop(caller, input)
    expect((await service.reread(drop)).payments).toMatchObject({ earned: 0n, owed: 2n * PRICE })
    await service.pass(5_000)
    await service.dropkit.claimRandomDrop(caller, input)
    await service.pass(5_000)
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 0, spent: 2, earned: 2n * PRICE })
    expect((await service.reread(drop)).payments).toMatchObject({ earned: 2n * PRICE, owed: 0n })
  })
})
