// Coins that the service sends to its own treasury or to the vault of the drop would belong to no record.

import { createTestService, granted, testWallet, testWalletSignature } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import type { Address } from '../domain/address.ts'
import type { Drop } from '../domain/drop.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Result } from '../domain/result.ts'
import { parseClaimer, parsePayee } from './parse-input.ts'

const PRICE = 2_000_000_000n
const DAY_MS = 86_400_000

/** The field of a refusal for an address of the service. */
function refusedField(result: Result<unknown, Refusal>): string | undefined {
  if (result.ok || result.error.kind !== 'bad_user_input') return undefined
  return result.error.reason === 'SERVICE_ADDRESS' ? result.error.field : undefined
}

const vaultOf = ({ vault }: Drop): Address =>
  vault.kind === 'open' ? vault.objectId : expect.fail('the drop has no vault')

describe.each(['treasury', 'vault'] as const)('the %s', (name) => {
  async function open(
    terms: Parameters<Awaited<ReturnType<typeof createTestService>>['createDrop']>[0] = {},
  ) {
    const service = await createTestService()
    const drop = await service.createDrop(terms)
    const address = name === 'treasury' ? service.ports.chain.treasuryAddress : vaultOf(drop)
    return { ...service, drop, address, dropId: drop.id }
  }

  test('gets no payout, and the proceeds stay withdrawable', async () => {
    const { dropkit, owner, ports, pay, pass, reread, drop, dropId, address } = await open({ price: 2 })
    const input = { dropId, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    const intent = granted(await dropkit.createPaymentIntent(owner, input))
    granted(await dropkit.confirmPaymentIntent(owner, { id: intent.id, txHash: pay(intent) }))
    const { voucher } = granted(await dropkit.claimDrop(owner, { dropId, userAddress: testWallet(1) }))
    ports.memoryChain.wallet.claim(voucher)
    await pass(1_000)
    const refused = await dropkit.withdrawProceeds(owner, { dropId, toAddress: address })
    expect(refusedField(refused)).toBe('toAddress')
    expect((await reread(drop)).payments).toMatchObject({ earned: PRICE, paidOut: 0n })
    const paid = await dropkit.withdrawProceeds(owner, { dropId, toAddress: testWallet(2) })
    expect(granted(paid).amount).toBe(PRICE)
  })

  test('gets no claim', async () => {
    const { dropkit, owner, dropId, address } = await open()
    const input = { dropId, userAddress: address.toUpperCase().replace('0X', '0x') }
    expect(refusedField(await dropkit.claimDrop(owner, input))).toBe('userAddress')
    expect(refusedField(await dropkit.createClaim(owner, input))).toBe('userAddress')
    const check = await dropkit.checkEligibility(owner, { dropId, walletAddress: address })
    expect(check.ok ? check.value.eligible : refusedField(check)).toBe(
      name === 'vault' ? false : 'walletAddress',
    )
  })

  test('gets no random claim', async () => {
    const { dropkit, owner, dropId, address } = await open({ tokenAmount: '0', supply: 5 })
    const drawn = await dropkit.claimRandomDrop(owner, { dropId, userAddress: address })
    expect(drawn.ok ? drawn.value : refusedField(drawn)).toEqual(
      name === 'vault'
        ? { kind: 'refused', refusal: expect.objectContaining({ reason: 'SERVICE_ADDRESS' }), claim: null }
        : 'userAddress',
    )
  })

  test('is no recipient of another wallet’s claim', async () => {
    const { dropkit, owner, dropId, address } = await open()
    const userAddress = testWallet(1)
    const asked = { dropId, userAddress, site: 'a.example' }
    expect(refusedField(await dropkit.recipientMessage(owner, { ...asked, recipient: address }))).toBe(
      'recipient',
    )
    const forOther = granted(await dropkit.recipientMessage(owner, { ...asked, recipient: testWallet(2) }))
    const message = forOther.replace(testWallet(2), address)
    const recipient = { message, signature: testWalletSignature(userAddress, message) }
    expect(refusedField(await dropkit.claimDrop(owner, { ...asked, recipient }))).toBe('recipient.message')
  })

  test('buys nothing', async () => {
    const { dropkit, owner, dropId, address } = await open({ price: 2 })
    const input = { dropId, walletAddress: address, paymentMethod: 'SUI' }
    expect(refusedField(await dropkit.createPaymentIntent(owner, input))).toBe('walletAddress')
  })
})

test('the treasury enters no lottery', async () => {
  const { dropkit, owner, ports, createDrop } = await createTestService()
  const entriesCloseAt = ports.clock.now() + DAY_MS
  const terms = { supply: 2, maxAmount: '20', admission: 'LOTTERY', claimWindowSeconds: 3_600 } as const
  const { id: dropId } = await createDrop({ ...terms, entriesCloseAt })
  const entered = await dropkit.enterDrop(owner, { dropId, userAddress: ports.chain.treasuryAddress })
  expect(refusedField(entered)).toBe('userAddress')
})

test('the operator’s account buys nothing, because what it sends to the treasury is no payment', async () => {
  const { dropkit, owner, ports, createDrop } = await createTestService()
  const { id: dropId } = await createDrop({ price: 2 })
  const input = { dropId, walletAddress: ports.chain.operatorAddress, paymentMethod: 'SUI' }
  expect(refusedField(await dropkit.createPaymentIntent(owner, input))).toBe('walletAddress')
})

test('an account that is the operator and the treasury may claim, but gets no payout', async () => {
  const { chain } = (await createTestService()).ports
  const operatorAddress = chain.treasuryAddress
  const both = { ...chain, operatorAddress }
  expect(granted(parseClaimer(both, operatorAddress, 'userAddress'))).toBe(operatorAddress)
  expect(refusedField(parsePayee(both, operatorAddress, 'toAddress'))).toBe('toAddress')
})
