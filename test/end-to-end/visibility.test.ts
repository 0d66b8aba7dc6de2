// Who can see what, who may claim, and what remains of a deleted drop.
import { expect, it } from 'vitest'
import { CLAIM_DROP, onEachDatabase, soon, UPDATE_DROP, type World } from './world.ts'

const DELETE_DROP = 'mutation ($id: ID!) { deleteDrop(id: $id) }'

const userOf = async (world: World, as: string) => (await world.ask('{ me { id username } }', {}, as)).me

onEachDatabase('a stranger', (world) => {
  it('finds no draft in any query', async () => {
    const tokenId = await world.token()
    const id = await world.launch({ title: 'Secret', status: 'DRAFT', shortcode: 'secret' })
    const { id: ownerId } = await userOf(world, 'admin')
    const everywhere = async (as: string) => {
      const data = await world.ask(
        `query ($id: ID!, $tokenId: ID!, $ownerId: ID!) {
          drop(id: $id) { id } dropByShortcode(shortcode: "SECRET") { id }
          drops(limit: 200) { id } drafts: drops(filter: { status: DRAFT, creatorId: $ownerId }) { id }
          token(id: $tokenId) { drops(limit: 200) { id } } user(id: $ownerId) { drops(limit: 200) { id } }
          users(limit: 200) { drops(limit: 20) { id } }
        }`,
        { id, tokenId, ownerId },
        as,
      )
      return JSON.stringify(data).split(`"${id}"`).length - 1
    }
    expect(await everywhere('admin')).toBe(7)
    expect(await everywhere('stranger')).toBe(0)
    const drops = async (as: string) => {
      const { user } = await world.ask(
        'query ($id: ID!) { user(id: $id) { totalDrops } }',
        { id: ownerId },
        as,
      )
      return user.totalDrops
    }
    expect((await drops('admin')) - (await drops('stranger'))).toBe(1)
    expect((await world.refusedClaim(id, world.wallet(), {}, 'stranger')).message).toBe('Drop not found')
    expect((await world.refusedClaim(id, world.wallet())).extensions.code).toBe('DROP_NOT_ACTIVE')
    const denied = await world.refusal(UPDATE_DROP, { id, input: { title: 'Mine' } }, 'stranger')
    expect(denied.message).toBe('Access denied')
    await world.ask(UPDATE_DROP, { id, input: { status: 'ACTIVE' } })
    expect(await everywhere('stranger')).toBe(6)
    await world.claim(id, world.wallet(), {}, 'stranger')
  })

  it('claims where the drop is open to all, and not where it is not', async () => {
    const refused = async (claimAccess: string, as: string) => {
      const dropId = await world.launch({ claimAccess })
      return (await world.refusedClaim(dropId, world.wallet(), {}, as)).message
    }
    const open = await world.launch({ claimAccess: 'OPEN' })
    await world.claim(open, world.wallet(), {}, 'stranger')
    const own = await world.launch({ claimAccess: 'OWNER' })
    await world.claim(own, world.wallet())
    expect(await refused('OWNER', 'stranger')).toBe('Access denied')
    expect(await refused('WALLET', 'stranger')).toBe('Access denied')
    expect(await refused('WALLET', 'admin')).toBe('Access denied')
  })

  it('is refused for its access before other reasons', async () => {
    const dropId = await world.launch({ claimAccess: 'OWNER', status: 'PAUSED' })
    const input = { dropId, userAddress: world.wallet(), amount: '999' }
    expect((await world.refusal(CLAIM_DROP, { input }, 'stranger')).message).toBe('Access denied')
    expect((await world.refusal(CLAIM_DROP, { input })).extensions.code).toBe('DROP_NOT_ACTIVE')
  })

  it('reads claims, which are public on the chain, until their drop is gone', async () => {
    const dropId = await world.launch()
    const wallet = world.wallet()
    const granted = await world.claim(dropId, wallet, {}, 'claimer')
    const read = async (as: string) => {
      const query = 'query ($id: ID!) { claim(id: $id) { id amount userAddress drop { id } } }'
      return (await world.ask(query, { id: granted.claim.id }, as)).claim
    }
    const claim = { id: granted.claim.id, amount: '10', userAddress: wallet }
    for (const as of ['admin', 'claimer', 'stranger'])
      expect(await read(as)).toEqual({ ...claim, drop: { id: dropId } })

    await world.ask(DELETE_DROP, { id: dropId })
    for (const as of ['admin', 'claimer']) expect(await read(as)).toEqual({ ...claim, drop: null })
    expect(await read('stranger')).toBeNull()

    await world.take(granted)
    await soon(async () => expect(await world.statusOfClaim(granted.claim.id)).toBe('CONFIRMED'))
    const { claims } = await world.ask('{ claims(limit: 200) { id status drop { id } } }', {}, 'claimer')
    expect(claims).toEqual([{ id: granted.claim.id, status: 'CONFIRMED', drop: null }])
  })

  it('reads payments as payer or owner only, also after the drop is deleted', async () => {
    const dropId = await world.launch({ price: 1.5 })
    const create = `mutation ($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { id } }`
    const input = { dropId, walletAddress: world.wallet(), paymentMethod: 'SUI' }
    const { id } = (await world.ask(create, { input }, 'claimer')).createPaymentIntent
    const read = async (as: string) => {
      const query =
        'query ($id: ID!) { paymentIntent(id: $id) { id status amount drop { id } } paymentIntents { id } }'
      const { paymentIntent, paymentIntents } = await world.ask(query, { id }, as)
      return { paymentIntent, isListed: JSON.stringify(paymentIntents).includes(id) }
    }
    const paymentIntent = { id, status: 'PENDING', amount: 1.5, drop: { id: dropId } }
    for (const as of ['admin', 'claimer']) expect(await read(as)).toEqual({ paymentIntent, isListed: true })
    expect(await read('stranger')).toEqual({ paymentIntent: null, isListed: false })

    await world.ask(DELETE_DROP, { id: dropId })
    for (const as of ['admin', 'claimer']) {
      await soon(async () => {
        const gone = { ...paymentIntent, status: 'CANCELLED', drop: null }
        expect(await read(as)).toEqual({ paymentIntent: gone, isListed: true })
      })
    }
    expect(await read('stranger')).toEqual({ paymentIntent: null, isListed: false })
  })

  it('lists without a filter its own claims and those on its drops, and no others', async () => {
    const mine = await world.launch({}, 'claimer')
    const theirs = await world.launch()
    const wallet = world.wallet()
    const byMe = await world.claim(theirs, wallet, {}, 'claimer')
    const onMine = await world.claim(mine, world.wallet())
    const foreign = await world.claim(theirs, world.wallet())
    const list = async (filter: object | null) => {
      const query = 'query ($filter: ClaimFilter) { claims(limit: 200, filter: $filter) { id } }'
      const { claims } = await world.ask(query, { filter }, 'claimer')
      return claims.map(({ id }: { id: string }) => id)
    }
    const own = await list(null)
    expect(own.slice(0, 2)).toEqual([onMine.claim.id, byMe.claim.id])
    expect(own).not.toContain(foreign.claim.id)
    expect(await list({ dropId: theirs })).toEqual([foreign.claim.id, byMe.claim.id])
    const userAddress = wallet.replace('0x0', '0x')
    expect(await list({ dropId: theirs, userAddress })).toEqual([byMe.claim.id])
    expect(await list({ dropId: theirs, status: 'CONFIRMED' })).toEqual([])
    expect(await list({ dropId: 'drop_none' })).toEqual([])
  })

  it('sees the public side of a user, and never an e-mail address', async () => {
    const { id } = await userOf(world, 'claimer')
    const query = `query ($id: ID!) { user(id: $id) {
      username displayName email bio identityProviderId walletAddress totalDrops totalClaims createdAt updatedAt
    } }`
    const { user } = await world.ask(query, { id }, 'stranger')
    expect(user).toMatchObject({
      username: 'claimer',
      email: null,
      identityProviderId: 'local:claimer',
      walletAddress: null,
    })
    const { users } = await world.ask('{ users(limit: 200) { username email } }', {}, 'stranger')
    expect(users).toContainEqual({ username: 'admin', email: null })
  })

  it('makes keys that act for it, lists them without their secret, and ends them at once', async () => {
    const create = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
      secret apiKey { id name project preview requestsPerMinute lastUsedAt }
    } }`
    const input = { name: 'Shop', project: 'spices', requestsPerMinute: 100 }
    const { createApiKey } = await world.ask(create, { input }, 'stranger')
    const { secret, apiKey } = createApiKey
    expect(secret).toMatch(/^dk_[0-9A-Za-z]{36}$/)
    expect(apiKey).toMatchObject({ ...input, lastUsedAt: null })
    expect(secret.startsWith(apiKey.preview.replace('…', ''))).toBe(true)
    expect(apiKey.preview.length).toBeLessThan(20)
    const me = () => world.server.graphql('{ me { username } }', {}, { key: secret })
    expect((await me()).data).toEqual({ me: { username: 'stranger' } })
    const listed = await world.ask('{ apiKeys { id } }', {}, 'stranger')
    expect(listed.apiKeys.map(({ id }: { id: string }) => id)).toContain(apiKey.id)
    expect(JSON.stringify(await world.ask('{ apiKeys { id name preview } }'))).not.toContain(apiKey.id)

    const revoke = 'mutation ($id: ID!) { revokeApiKey(id: $id) }'
    const foreign = await world.refusal(revoke, { id: apiKey.id })
    expect(foreign).toMatchObject({ message: 'API key not found', extensions: { code: 'NOT_FOUND' } })
    expect((await me()).status).toBe(200)
    expect(await world.ask(revoke, { id: apiKey.id }, 'stranger')).toEqual({ revokeApiKey: true })
    expect((await me()).status).toBe(401)
  })

  it('reads lists newest first, without gaps or duplicates, whatever is added meanwhile', async () => {
    const made: string[] = []
    for (let count = 0; count < 5; count++) made.unshift(await world.launch({ communityId: 'walkers' }))
    const seen: string[] = []
    for (let after: string | null = null; ; ) {
      const query = `query ($after: ID) { drops(limit: 2, after: $after, filter: { communityId: "walkers" }) { id } }`
      const { drops } = await world.ask(query, { after }, 'stranger')
      if (drops.length === 0) break
      seen.push(...drops.map(({ id }: { id: string }) => id))
      after = seen.at(-1) ?? null
      await world.launch({ communityId: 'walkers' })
    }
    expect(seen).toEqual(made)
    const streak = await world.launch({ communityId: 'walkers', type: 'NFT', claimType: 'STREAK' })
    const chosen = '{ type: NFT, claimType: STREAK, communityId: "walkers", status: null }'
    const { drops, myDrops } = await world.ask(`{ drops(filter: ${chosen}) { id } myDrops(limit: 1) { id } }`)
    expect([drops, myDrops]).toEqual([[{ id: streak }], [{ id: streak }]])
    const dropId = await world.launch()
    for (let count = 0; count < 3; count++) await world.claim(dropId, world.wallet())
    const paged = `query ($id: ID!, $after: ID) { drop(id: $id) {
      first: claims(limit: 1) { sequence } rest: claims(after: $after) { sequence }
    } }`
    const pages = await world.ask(paged, { id: dropId, after: `claim_${dropId.slice(5)}_3` })
    expect(pages.drop).toEqual({ first: [{ sequence: 3 }], rest: [{ sequence: 2 }, { sequence: 1 }] })
    const foreign = await world.refusal(paged, { id: dropId, after: `claim_${'0'.repeat(32)}_3` })
    expect(foreign.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'after' })
    for (let count = 0; count < 6; count++) await world.claim(dropId, world.wallet())
    await world.ask(UPDATE_DROP, { id: dropId, input: { maxAmount: '110' } })
    for (let count = 0; count < 2; count++) await world.claim(dropId, world.wallet())
    const all = '{ few: claims { sequence } all: claims(limit: 200) { sequence } }'
    const { drop } = await world.ask(`query ($id: ID!) { drop(id: $id) ${all} }`, { id: dropId })
    expect({ few: drop.few.length, all: drop.all.length }).toEqual({ few: 10, all: 11 })
  })
})
