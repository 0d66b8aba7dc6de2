import { createTestService, granted, refusalOf, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../domain/instant.ts'
import { NOBODY } from '../../domain/user.ts'
import type { Store } from '../../ports/index.ts'
import type { CreateDropInput } from '../drops/create-drop.ts'
import { limitUser } from './manage-users.ts'
import { type DropPhase, type UpdateProfileInput, updateProfile } from './update-profile.ts'

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

const create = (username: string, secret?: string) =>
  service.dropkit.createLocalUser({ username, key: { name: 'first', secret } })

describe('a user of the service’s own', () => {
  test('has its own name, by the rules for names', async () => {
    expect(granted(await create('grace')).user).toMatchObject({
      username: 'grace',
      origin: 'local',
      identityProviderId: 'local:grace',
    })
    for (const name of ['', 'gr', 'Grace', 'x'.repeat(33)])
      expect(await create(name)).toMatchObject({ error: { kind: 'bad_user_input', field: 'username' } })
    const taken = { kind: 'conflict', reason: 'TAKEN', field: 'username', message: 'The name grace is taken' }
    expect(await create('grace')).toEqual({ ok: false, error: taken })
  })

  test('signs in with a secret of 16 or more characters from the operator', async () => {
    const { dropkit } = service
    expect(await create('grace', 'x'.repeat(15))).toMatchObject({
      error: { kind: 'bad_user_input', field: 'secret' },
    })
    const { user, secret } = granted(await create('grace', 'x'.repeat(16)))
    expect(secret).toBe('x'.repeat(16))
    expect(granted(await dropkit.authenticate(secret)).caller.user).toEqual(user)
  })
})

const update = (input: UpdateProfileInput) => service.dropkit.updateProfile(service.owner, input)

const PROFILE = {
  displayName: 'Grace',
  bio: 'Builds\ncompilers',
  avatar: 'https://example.org/g.png',
  logo: '/files/file_1/logo.png',
  cover: 'ipfs://cover',
  accentColor: '#c9f26b',
}
const FIELDS = ['displayName', 'bio', 'avatar', 'logo', 'cover', 'accentColor'] as const

describe('a profile', () => {
  test('stores the given values and the time', async () => {
    const { ports, dropkit, owner } = service
    ports.clock.advance(1_000)
    const updated = granted(await update(PROFILE))
    expect(updated).toEqual({ ...owner.user, ...PROFILE, updatedAt: ports.clock.now() })
    expect(await dropkit.readUser(owner, owner.user.id)).toEqual(updated)
  })

  test.each(FIELDS)(
    'keeps its %s where it is left out, and clears it by null or an empty text',
    async (field) => {
      for (const nothing of [null, '']) {
        granted(await update(PROFILE))
        const others = FIELDS.filter((other) => other !== field)
        expect(granted(await update({ [field]: PROFILE[field] }))).toMatchObject(PROFILE)
        const cleared = granted(await update({ [field]: nothing }))
        expect(cleared[field]).toBeNull()
        for (const other of others) expect(cleared[other]).toBe(PROFILE[other])
      }
    },
  )

  test('has a name of at most 80 characters and a text of at most 1,000, on any number of lines', async () => {
    expect(
      granted(await update({ displayName: 'x'.repeat(80), bio: 'x'.repeat(1_000) })).displayName,
    ).toHaveLength(80)
    for (const [field, value] of [
      ['displayName', 'x'.repeat(81)],
      ['displayName', ' '],
      ['displayName', 'two\nlines'],
      ['bio', 'x'.repeat(1_001)],
      ['avatar', 'ftp://example.org/g.png'],
      ['logo', 'javascript:alert(1)'],
      ['cover', '//elsewhere.example'],
      ['accentColor', 'red'],
      ['accentColor', '#12345'],
      ['accentColor', '#123456;background:url(//x)'],
      ['accentColor', '#12345g'],
    ] as const)
      expect(await update({ [field]: value })).toMatchObject({ error: { kind: 'bad_user_input', field } })
    expect(granted(await update({ bio: ' ' })).bio).toBe('')
  })

  test('has no white space around its name, and no script for a picture', async () => {
    const first = granted(await update({ displayName: ' Zoë 🎉 ', avatar: 'ipfs://me' }))
    expect(first).toMatchObject({ displayName: 'Zoë 🎉', avatar: 'ipfs://me' })
    expect(refusalOf(await update({ avatar: 'javascript:alert(1)' }))).toBe('bad_user_input')
  })

  test('has links, which are kept if they are left out and cleared by null or an empty list', async () => {
    const links = ['https://example.org/grace', 'https://x.com/grace']
    for (const nothing of [null, []]) {
      expect(granted(await update({ links })).links).toEqual(links)
      expect(granted(await update({ bio: 'Other' })).links).toEqual(links)
      expect(granted(await update({ links: nothing })).links).toEqual([])
    }
    expect(await update({ links: ['http://example.org'] })).toMatchObject({
      error: { kind: 'bad_user_input', field: 'links' },
    })
  })

  test('writes its color in lower case', async () => {
    expect(granted(await update({ accentColor: ' #C9F26B ' })).accentColor).toBe('#c9f26b')
  })

  test('requires an existing user', async () => {
    const { ports, owner } = service
    const store: Store = {
      ...ports.store,
      changeUser: async (_, decide) => ({ ok: true, value: decide(null, 0).result }),
    }
    expect(refusalOf(await updateProfile({ ...ports, store }, owner, PROFILE))).toBe('not_found')
  })
})

describe('creator page', () => {
  let service: TestService
  const visitor = { user: NOBODY, credential: { kind: 'visitor', paymentIntentId: null } } as const

  beforeEach(async () => {
    service = await createTestService()
  })

  const readCreator = (username = 'owner') => service.dropkit.readCreator(visitor, username)

  const titles = async (phase: DropPhase | null = null, page: { limit?: number; after?: string } = {}) => {
    const input = { username: 'owner', phase, ...page }
    return granted(await service.dropkit.listPublicDrops(visitor, input)).map(({ title }) => title)
  }

  const create = (title: string, terms: Partial<CreateDropInput> = {}) =>
    service.createDrop({ title, ...terms })

  test('a creator has a page from the first public drop on', async () => {
    expect(await readCreator()).toBeUndefined()
    await create('Draft', { status: 'DRAFT' })
    await create('Mine', { claimAccess: 'OWNER' })
    await create('By link', { isLinkOnly: true })
    expect(await readCreator()).toBeUndefined()
    expect(await titles()).toEqual([])
    const drop = await create('Public')
    expect((await readCreator('OWNER'))?.username).toBe('owner')
    expect(await titles()).toEqual(['Public'])
    granted(await service.dropkit.deleteDrop(service.owner, drop.id))
    expect(await readCreator()).toBeUndefined()
  })

  test.each(['nobody', '', 'o', 'owner ', '../owner', 'own\u0000er', 'x'.repeat(1_000)])(
    'there is no creator %j',
    async (username) => {
      await create('Public')
      expect(await readCreator(username)).toBeUndefined()
      expect(granted(await service.dropkit.listPublicDrops(visitor, { username }))).toEqual([])
    },
  )

  test('drops are listed by what they are now, whatever was stored by then', async () => {
    const { clock } = service.ports
    const now = clock.now()
    await create('Later', { status: 'SCHEDULED', startsAt: now + 60_000, claimDeadline: now + 120_000 })
    const paused = await create('Paused')
    granted(await service.dropkit.updateDrop(service.owner, paused.id, { status: 'PAUSED' }))
    await create('Open')
    expect(await titles('LIVE')).toEqual(['Open', 'Paused'])
    expect(await titles('SCHEDULED')).toEqual(['Later'])
    expect(await titles('ENDED')).toEqual([])
    clock.advance(60_000)
    expect(await titles('LIVE')).toEqual(['Open', 'Paused', 'Later'])
    clock.advance(60_000)
    expect(await titles('ENDED')).toEqual(['Later'])
    expect(await titles()).toEqual(['Open', 'Paused', 'Later'])
  })

  test('drops come in pages, also of a phase with several statuses', async () => {
    const drops = []
    for (const n of [1, 2, 3, 4, 5]) drops.push(await create(`Drop ${n}`))
    for (const n of [1, 3])
      granted(await service.dropkit.updateDrop(service.owner, drops[n]?.id ?? '', { status: 'PAUSED' }))
    for (const phase of [null, 'LIVE'] as const) {
      expect(await titles(phase, { limit: 2 })).toEqual(['Drop 5', 'Drop 4'])
      expect(await titles(phase, { limit: 2, after: drops[3]?.id ?? '' })).toEqual(['Drop 3', 'Drop 2'])
      expect(await titles(phase, { limit: 2, after: drops[1]?.id ?? '' })).toEqual(['Drop 1'])
    }
    const tooMany = await service.dropkit.listPublicDrops(visitor, { username: 'owner', limit: 201 })
    expect(refusalOf(tooMany)).toBe('bad_user_input')
  })

  test('the owner sees the same page as other users', async () => {
    await create('Draft', { status: 'DRAFT' })
    await create('Public')
    const { dropkit, owner } = service
    const listed = granted(await dropkit.listPublicDrops(owner, { username: 'owner' }))
    expect(listed.map(({ title }) => title)).toEqual(['Public'])
  })
})

const limit = (requestsPerMinute: number | null, username = 'owner') =>
  service.dropkit.limitUser({ username, requestsPerMinute })

describe('an operator limits how often a user may ask', () => {
  test('and a user without a limit has none any more', async () => {
    const { ports, dropkit, owner } = service
    ports.clock.advance(MINUTE_MS)
    const limited = granted(await limit(60))
    expect(limited).toEqual({ ...owner.user, requestsPerMinute: 60, updatedAt: ports.clock.now() })
    expect(await dropkit.readUser(owner, owner.user.id)).toEqual(limited)
    expect(granted(await limit(null)).requestsPerMinute).toBeNull()
  })

  test('by a whole number of requests, at least one', async () => {
    for (const requestsPerMinute of [0, -1, 1.5, Number.NaN])
      expect(await limit(requestsPerMinute)).toMatchObject({
        error: { kind: 'bad_user_input', field: 'requestsPerMinute' },
      })
    expect(
      (await service.dropkit.readUser(service.owner, service.owner.user.id))?.requestsPerMinute,
    ).toBeNull()
    expect(granted(await limit(1)).requestsPerMinute).toBe(1)
  })

  test('of a user who must exist, also at the time of the write', async () => {
    expect(await limit(60, 'nobody')).toMatchObject({ error: { kind: 'not_found', what: 'User' } })
    const { ports } = service
    const store: Store = {
      ...ports.store,
      changeUser: async (_, decide) => ({ ok: true, value: decide(null, 0).result }),
    }
    const asked = { username: 'owner', requestsPerMinute: 60 }
    expect(refusalOf(await limitUser({ ...ports, store }, asked))).toBe('not_found')
  })
})
