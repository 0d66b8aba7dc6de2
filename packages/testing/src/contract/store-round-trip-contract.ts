import { type ApiKeyId, amountOf, idOfClaim } from '@dropkit/core'
import { idOf, MAX_AMOUNT } from '@dropkit/core/internal'
import { assertEqual, assertTrue, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import {
  put,
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleApiKey,
  sampleClaim,
  sampleDrop,
  sampleToken,
  sampleTransaction,
  sampleUser,
  uniquePart,
} from './sample-records.ts'
import {
  AWARDS,
  CLAIM_STATES,
  DEPLOYMENTS,
  FULL_DROP,
  FULL_USER,
  METADATA,
  PURPOSES,
  TEXT,
  VAULTS,
} from './sample-unions.ts'
import { openTransactionsOf } from './store-changes.ts'
import type { OpenedStore } from './store-contract.ts'

export function storeRoundTripContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('is empty until the first user is created', async ({ store }) => {
    await store.check()
    assertEqual(await store.isEmpty(), true, 'empty at first')
    await put(store, { users: [sampleUser(1)] })
    assertEqual(await store.isEmpty(), false, 'empty with a user')
  })

  test('gives users back as they were written and rewritten', async ({ store }) => {
    const [plain, full] = [sampleUser(1), sampleUser(2, FULL_USER)]
    await put(store, { users: [plain, full] })
    const missing = sampleUser(3).id
    assertEqual(
      await store.users([full.id, plain.id, missing, full.id]),
      new Map([
        [plain.id, plain],
        [full.id, full],
      ]),
    )
    assertEqual(await store.userByUsername(full.username), full)
    assertEqual(await store.userByUsername('nobody'), undefined)
    const wallet = sampleAddress(0xfeed)
    assertEqual(await store.usersByWallet([wallet, sampleAddress(1)]), new Map([[wallet, full]]))

    const rewritten = {
      ...sampleUser(1, { displayName: 'New', updatedAt: SAMPLE_NOW + 99 }),
      username: 'renamed',
    }
    await store.changeUser(plain.id, (user) => {
      assertEqual(user, plain, 'locked user')
      return { update: { users: [rewritten] }, result: undefined }
    })
    assertEqual((await store.users([plain.id])).get(plain.id), rewritten)
  })

  test('gives API keys back as they were written and rewritten', async ({ store }) => {
    const user = sampleUser(1)
    const plain = sampleApiKey(user, 1)
    const full = sampleApiKey(user, 2, {
      name: TEXT,
      project: TEXT,
      requestsPerMinute: 0,
      lastUsedAt: SAMPLE_NOW,
      revokedAt: SAMPLE_NOW + 1,
    })
    const newest = sampleApiKey(user, 3)
    await put(store, { users: [user], apiKeys: [plain, full, newest] })
    assertEqual(await store.apiKey(full.id), full)
    assertEqual(await store.apiKey(sampleApiKey(user, 4).id), undefined, 'a key that does not exist')
    assertEqual(await store.apiKeys(user.id), [newest, plain], 'keys that are not revoked, newest first')
    assertEqual(await store.apiKeys(sampleUser(2).id), [], 'keys of a user without keys')

    const revoked = { ...plain, revokedAt: SAMPLE_NOW }
    const answer = await store.changeApiKey(plain.id, (key) => {
      assertEqual(key, plain, 'locked key')
      return { update: { apiKeys: [revoked] }, result: 'revoked' }
    })
    assertEqual(answer, { ok: true, value: 'revoked' })
    assertEqual(await store.apiKey(plain.id), revoked)
    assertEqual(await store.apiKeys(user.id), [newest])
  })

  test('finds credentials by the hashes of their secrets, revoked ones too', async ({ store }) => {
    const user = sampleUser(1, { requestsPerMinute: 5 })
    const key = sampleApiKey(user, 1, { requestsPerMinute: 7 })
    const revoked = sampleApiKey(user, 2, { revokedAt: SAMPLE_NOW })
    await put(store, { users: [user], apiKeys: [key, revoked] })
    const known = await store.credentials([key.secretHash, 'ff'.repeat(32), revoked.secretHash])
    const expected = [key, revoked].map((one) => ({
      credential: { kind: 'api_key', id: one.id },
      user,
      secretHash: one.secretHash,
      requestsPerMinute: one.requestsPerMinute,
      expiresAt: null,
      revokedAt: one.revokedAt,
    }))
    assertEqual(known, new Map(expected.map((credential) => [credential.secretHash, credential])))
  })

  test('notes when keys were last used', async ({ store }) => {
    const user = sampleUser(1)
    const keys = [1, 2, 3].map((n) => sampleApiKey(user, n))
    const [first, second, third] = keys.map(({ id }) => id)
    await put(store, { users: [user], apiKeys: keys })
    const touch = (...used: readonly (readonly [ApiKeyId | undefined, number])[]) =>
      store.touchApiKeys(new Map(used.map(([id, afterMs]) => [present(id), SAMPLE_NOW + afterMs])))
    const lastUses = async () => (await store.apiKeys(user.id)).map(({ lastUsedAt }) => lastUsedAt)
    await touch([first, 5], [third, 6])
    assertEqual(await lastUses(), [SAMPLE_NOW + 6, null, SAMPLE_NOW + 5])
    await touch([third, 4], [first, 7], [second, 1], [idOf('key', uniquePart(9)), 1])
    assertEqual(
      await lastUses(),
      [6, 1, 7].map((afterMs) => SAMPLE_NOW + afterMs),
      'the latest use stays',
    )
    await touch()
  })

  test('gives tokens back in every state of deployment', async ({ store }) => {
    const owner = sampleUser(1)
    const tokens = DEPLOYMENTS.map((deployment, n) =>
      sampleToken(owner, n, {
        deployment,
        name: TEXT,
        totalSupply: MAX_AMOUNT,
        description: n % 2 === 0 ? null : TEXT,
        imageUrl: n % 2 === 0 ? null : '/files/1',
        isExternal: n % 2 === 0,
        decimals: n,
        reserves: { communityDrops: MAX_AMOUNT, publicSale: amountOf(1n), creator: amountOf(0n) },
      }),
    )
    await put(store, { users: [owner], tokens })
    const ids = tokens.map((token) => token.id)
    assertEqual(await store.tokens(ids), new Map(tokens.map((token) => [token.id, token])))

    for (const [n, token] of tokens.entries()) {
      const rewritten = {
        ...token,
        deployment: DEPLOYMENTS[(n + 1) % DEPLOYMENTS.length] ?? token.deployment,
      }
      await store.changeToken(token.id, (locked) => {
        assertEqual(locked, token, 'locked token')
        return { update: { tokens: [rewritten] }, result: undefined }
      })
      assertEqual((await store.tokens([token.id])).get(token.id), rewritten, 'rewritten token')
    }
  })

  test('gives drops back with every award, vault and kind of metadata', async ({ store }) => {
    const owner = sampleUser(1)
    const token = sampleToken(owner, 1)
    const kinds = Math.max(AWARDS.length, VAULTS.length)
    const drops = METADATA.flatMap((metadata, m) =>
      Array.from({ length: kinds }, (_, n) => {
        const award = AWARDS[n] ?? { kind: 'open' }
        const vault = m === 0 ? VAULTS[n] : undefined
        return sampleDrop(token, kinds * m + n, {
          ...(n === 0 ? {} : FULL_DROP),
          metadata,
          award,
          vault: vault ?? { kind: 'none' },
        })
      }),
    )
    await put(store, { users: [owner], tokens: [token], drops })
    const ids = drops.map((drop) => drop.id)
    assertEqual(await store.drops(ids), new Map(drops.map((drop) => [drop.id, drop])))
  })

  test('returns rewritten drops, with cleared fields too', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const full = sampleDrop(token, 1, {
      ...FULL_DROP,
      shortcode: 'Other',
      metadata: { a: 1 },
      vault: VAULTS[1] ?? drop.vault,
    })
    const rotated = {
      ...drop,
      voucherKey: { publicKey: 'bmV3', privateKey: 'sealed:new' },
      formerKeys: { publicKeys: [drop.voucherKey.publicKey, 'b2xk'], isComplete: false },
    }
    const rotatedAgain = {
      ...drop,
      voucherKey: { publicKey: 'bmV3ZXI=', privateKey: 'sealed:newer' },
      formerKeys: { publicKeys: [], isComplete: false },
    }
    for (const next of [full, drop, { ...full, award: AWARDS[2] ?? drop.award }, rotated, rotatedAgain]) {
      await store.changeDrop(drop.id, {}, () => ({ update: { drops: [next] }, result: undefined }))
      assertEqual((await store.drops([drop.id])).get(drop.id), next, 'rewritten drop')
      await store.changeDrop(drop.id, {}, (dropState) => {
        assertEqual(dropState?.drop, next, 'locked drop')
        return { result: undefined }
      })
    }
  })

  test('gives claims back in every state', async ({ store }) => {
    const { drop } = await putDrop(store)
    const claims = CLAIM_STATES.map((state, n) =>
      sampleClaim(drop, n + 1, {
        state,
        amount: MAX_AMOUNT,
        items: 2_147_483_647,
        slot: state.kind === 'EXPIRED' || state.kind === 'FAILED' ? -(n + 1) : 20_000 + n,
        streak: n % 2 === 0 ? null : 365,
        intentId: n % 2 === 0 ? null : idOf('intent', uniquePart(n)),
        cost: n % 2 === 0 ? 0n : MAX_AMOUNT,
      }),
    )
    await put(store, { claims })
    const places = [...claims, { dropId: drop.id, sequence: 99 }]
    const byId = new Map(claims.map((claim) => [idOfClaim(claim), claim]))
    assertEqual(await store.claims(places), byId)

    const rewritten = claims.map((claim, n) => ({ ...claim, state: CLAIM_STATES.at(n - 1) ?? claim.state }))
    const first = rewritten[0]
    assertTrue(first !== undefined, 'there are claims')
    await store.changeDrop(drop.id, {}, () => ({ update: { claims: rewritten }, result: undefined }))
    assertEqual((await store.claims(rewritten)).get(idOfClaim(first)), first)
    assertEqual([...(await store.claims(rewritten)).values()].length, rewritten.length)
  })

  test('gives chain transactions back with every purpose', async ({ store }) => {
    const { token } = await putDrop(store)
    // Each on a drop of its own, because a drop never has two open transactions in one lane.
    const sent = PURPOSES.map((purpose, n) =>
      sampleTransaction(sampleDrop(token, n + 2), n, { purpose, bytes: 'QUJD'.repeat(5_000) }),
    )
    const drops = sent.map((_, n) => sampleDrop(token, n + 2))
    await put(store, { drops, chainTransactions: sent })
    const open = () =>
      Promise.all(sent.map(async ({ dropId }) => (await openTransactionsOf(store, dropId, PURPOSES))[0]))
    assertEqual(await open(), sent)

    const [first, second, third, ...others] = sent
    assertTrue(first !== undefined && second !== undefined && third !== undefined, 'there are three')
    const ended = [
      { ...first, state: 'succeeded' as const },
      { ...second, state: 'failed' as const },
      { ...third, state: 'lost' as const },
    ]
    await store.create({ update: { chainTransactions: ended } })
    assertEqual(await open(), [undefined, undefined, undefined, ...others], 'those still open')
  })

  test('asked for nothing, gives nothing', async ({ store }) => {
    const answers = await Promise.all([
      store.users([]),
      store.usersByWallet([]),
      store.tokens([]),
      store.drops([]),
      store.claims([]),
      store.credentials([]),
      store.dropsByVault([]),
      store.countsOfUsers([], sampleUser(1).id),
      store.claimsOfUsers([], sampleUser(1), { limit: 10 }),
      store.claimsOfDrops([], { limit: 10 }),
      store.dropsOfTokens([], sampleUser(1).id, { limit: 10 }),
    ])
    for (const answer of answers) assertEqual(answer, new Map())
  })
}
