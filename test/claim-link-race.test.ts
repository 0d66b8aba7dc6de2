// 1,000 claim links, each used by many wallets at the same time, with real signatures on real databases.
import { generateKeyPairSync, sign } from 'node:crypto'
import { nodeLinkKeys } from '@dropkit/adapter-chain'
import { claimLinkMessage, createDropkit } from '@dropkit/core'
import { createTestService, granted, testWallet } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { databases, withStorage } from '../packages/adapter-storage/test/databases.ts'

const LINKS = 1_000
const USES_OF_EACH = 10
const WALLETS_OF_EACH = 3

const makeLink = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, id: publicKey.export({ format: 'jwk' }).x ?? '' }
}

describe.each(databases.slice(0, 2))('on %s', (_, database) => {
  test('10,000 racing uses of 1,000 links pay 1,000 times, and each link pays one wallet', () =>
    withStorage(database, async ({ store, jobs, deliveries, idempotency, retention }) => {
      const service = await createTestService({
        instead: { store, jobs, deliveries, idempotency, retention },
      })
      const dropkit = createDropkit({ ...service.ports, linkKeys: nodeLinkKeys })
      const pool = { maxAmount: '1000000', tokenAmount: '10' }
      const { id: dropId } = await service.createDrop({ ...pool, isLinkOnly: true, delivery: 'SERVER' })
      const links = Array.from({ length: LINKS }, makeLink)
      const publicKeys = links.map(({ id }) => id)
      granted(await dropkit.createClaimLinks(service.owner, { dropId, publicKeys }))

      const uses = links.flatMap(({ id: linkId, privateKey }, number) =>
        Array.from({ length: USES_OF_EACH }, (_, use) => {
          const userAddress = testWallet(10 + WALLETS_OF_EACH * number + (use % WALLETS_OF_EACH))
          const message = Buffer.from(claimLinkMessage(dropId, linkId, userAddress))
          const signature = sign(null, message, privateKey).toString('base64url')
          return { dropId, linkId, userAddress, signature }
        }),
      )
      const inAnyOrder = uses
        .map((use) => ({ use, key: use.signature }))
        .sort((one, other) => (one.key < other.key ? -1 : 1))
      const answers = await Promise.all(
        inAnyOrder.map(async ({ use }) => ({ use, answer: await dropkit.claimWithLink(service.owner, use) })),
      )

      const paid = new Map<string, Set<string>>()
      for (const { use, answer } of answers) {
        if (answer.ok)
          paid.set(use.linkId, (paid.get(use.linkId) ?? new Set()).add(answer.value.claim.claimer))
        else expect(answer.error.kind).toBe('link_used')
      }
      expect([...paid.values()].map(({ size }) => size)).toEqual(Array.from({ length: LINKS }, () => 1))
      const { tally } = await service.reread({ id: dropId as never })
      expect([tally.reservedCount, tally.reservedAmount]).toEqual([LINKS, 10n * BigInt(LINKS)])

      const another = { ...uses[0], userAddress: testWallet(5) } as (typeof uses)[number]
      expect(await dropkit.claimWithLink(service.owner, another)).toMatchObject({
        error: { kind: 'link_signature_invalid' },
      })
    }))
})
