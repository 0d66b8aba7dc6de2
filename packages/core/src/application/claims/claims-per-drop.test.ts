import {
  createTestService,
  granted,
  type TestService,
  testLinkKeys,
  testLinkSignature,
  testWallet,
} from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { claimLinkMessage } from '../../domain/claim-link.ts'
import type { ClaimType, Drop } from '../../domain/drop.ts'
import { bytesOfHex } from '../../domain/encodings.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import { messageOf, type Refusal } from '../../domain/refusal.ts'
import type { Result } from '../../domain/result.ts'

const WALLETS = [1, 2, 3].map(testWallet)
const [FIRST = '', SECOND = '', THIRD = ''] = WALLETS
const LINK_KEY = bytesOfHex('1'.padStart(64, '0')) ?? new Uint8Array()

const CLAIM_TYPES: readonly ClaimType[] = ['REGULAR', 'STREAK', 'ELITE']
const AWARDS = [
  ['a fixed amount', {}],
  ['any amount', { tokenAmount: null, supply: 100 }],
  ['a random amount', { tokenAmount: '0', supply: 100 }],
] as const
const CASES = CLAIM_TYPES.flatMap((claimType) => AWARDS.map(([award, pool]) => ({ claimType, award, pool })))

/** A drop that all wallets may claim from, on a service that allows two claims per drop. */
async function limitedDrop(terms: Parameters<TestService['createDrop']>[0]) {
  const service = await createTestService({ settings: { claimsPerDrop: 2 } })
  const drop = await service.createDrop(terms)
  const rules = [{ key: 'wallet_allowlist', operator: 'in', value: WALLETS.join(',') }]
  granted(await service.dropkit.updateGatingConfig(service.owner, drop.id, { rules }))
  return { service, drop }
}

async function claim({ dropkit, owner }: TestService, { id: dropId, award }: Drop, userAddress: string) {
  const input = { dropId, userAddress }
  if (award.kind !== 'random')
    return dropkit.createClaim(owner, { ...input, amount: award.kind === 'open' ? '10' : null })
  const answer = granted(await dropkit.claimRandomDrop(owner, input))
  return answer.kind === 'drawn'
    ? ({ ok: true, value: answer.claim } as const)
    : ({ ok: false, error: answer.refusal } as const)
}

async function claimWithLink({ dropkit, owner }: TestService, { id: dropId, award }: Drop) {
  const [linkId = ''] = await testLinkKeys.publicKeysOf([LINK_KEY])
  granted(await dropkit.createClaimLinks(owner, { dropId, publicKeys: [linkId] }))
  const signature = testLinkSignature(LINK_KEY, claimLinkMessage(dropId, linkId, testWallet(3)))
  const amount = award.kind === 'open' ? '10' : null
  return dropkit.claimWithLink(owner, { dropId, linkId, userAddress: THIRD, signature, amount })
}

const buy = ({ dropkit, owner }: TestService, { id: dropId }: Drop, walletAddress: string, quantity = 1) =>
  dropkit.createPaymentIntent(owner, { dropId, walletAddress, paymentMethod: 'SUI', quantity })

async function pay(service: TestService, intent: PaymentIntent) {
  service.pay(intent)
  await service.pass(3_000)
}

const eligibility = async ({ dropkit, owner }: TestService, { id: dropId }: Drop, walletAddress: string) =>
  granted(await dropkit.checkEligibility(owner, { dropId, walletAddress }))

function expectLimit(result: Result<unknown, Refusal>, asked = 1): string {
  if (result.ok) return expect.fail('the drop is full')
  const { error } = result
  expect(error).toMatchObject({ reason: 'LIMIT_REACHED', details: { limit: 'claimsPerDrop', asked } })
  return messageOf(error)
}

describe('a drop that sells base units', () => {
  test('sells more of them than it may get claims, and all of a purchase can be claimed at once', async () => {
    const { service, drop } = await limitedDrop({ tokenAmount: null, price: 2 })
    for (const [number, wallet] of WALLETS.entries())
      await pay(service, granted(await buy(service, drop, wallet, 20 + number)))
    const claimUnits = (userAddress: string, amount: string) =>
      service.dropkit.createClaim(service.owner, { dropId: drop.id, userAddress, amount })
    granted(await claimUnits(FIRST, '1'))
    granted(await claimUnits(SECOND, '1'))
    const full = 'This drop has 2 claims, and claimsPerDrop is 2: '
    expect(expectLimit(await buy(service, drop, testWallet(1), 3))).toBe(`${full}it takes no more`)
    const together = `${full}it takes only claims of a whole purchase, so claim all 22 units together`
    expect(expectLimit(await claimUnits(THIRD, '21'))).toBe(together)
    expect(expectLimit(await claimUnits(THIRD, '23'))).toBe(together)
    granted(await claimUnits(THIRD, '22'))
  })
})

describe.each(CASES)(
  'a $claimType drop of $award with as many claims as a drop may get',
  ({ claimType, pool }) => {
    test('refuses claims and claims by link, and a check gives the same reason', async () => {
      const { service, drop } = await limitedDrop({ claimType, ...pool })
      granted(await claim(service, drop, FIRST))
      expect(await eligibility(service, drop, SECOND)).toMatchObject({ eligible: true })
      granted(await claim(service, drop, SECOND))
      const reason = expectLimit(await claim(service, drop, THIRD))
      expect(expectLimit(await claimWithLink(service, drop))).toBe(reason)
      expect(await eligibility(service, drop, THIRD)).toMatchObject({ eligible: false, reason })
    })

    test('sells no items, and gives the sold ones to their buyers, as a check tells them', async () => {
      const { service, drop } = await limitedDrop({ claimType, ...pool, price: 2 })
      const first = granted(await buy(service, drop, FIRST))
      expectLimit(await buy(service, drop, THIRD, 2), 2)
      const second = granted(await buy(service, drop, SECOND))
      expectLimit(await buy(service, drop, THIRD))
      await pay(service, first)
      await pay(service, second)
      expect(await eligibility(service, drop, FIRST)).toMatchObject({ eligible: true })
      expect(await eligibility(service, drop, THIRD)).toMatchObject({ eligible: false })
      granted(await claim(service, await service.reread(drop), FIRST))
      granted(await claim(service, await service.reread(drop), SECOND))
    })
  },
)
