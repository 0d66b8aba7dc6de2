import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { utf8 } from '../../domain/encodings.ts'
import { MINUTE_MS } from '../../domain/instant.ts'
import { SEALED_FOR } from '../../domain/sealed-purposes.ts'
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

const LIFETIME_MS = 12 * 60 * MINUTE_MS

describe('a visit', () => {
  beforeEach(async () => {
    service = await createTestService()
  })

  const visit = async (paymentIntentId: string | null = null) =>
    granted(await service.dropkit.startVisit({ paymentIntentId }))
  const visitor = async (paymentIntentId: string | null = null) =>
    granted(service.dropkit.readVisit((await visit(paymentIntentId)).token)).caller

  async function buy(name: string) {
    const drop = await service.createDrop({ price: 1, supply: 10 })
    const buyer = await service.callerOf(name)
    const input = { dropId: drop.id, walletAddress: testWallet(7), paymentMethod: 'sui' }
    return granted(await service.dropkit.createPaymentIntent(buyer, input))
  }

  const tokenOf = (text: string) => `dv_${btoa(text).replace(/=+$/, '')}`
  const sealed = (value: unknown, purpose: string) =>
    service.ports.secrets.seal(utf8(JSON.stringify(value)), purpose)

  describe('a visit', () => {
    test('lasts twelve hours by the clock of the service', async () => {
      const { token, expiresAt } = await visit()
      expect(token).toMatch(/^dv_[\w-]+$/)
      expect(expiresAt).toBe(service.ports.clock.now() + LIFETIME_MS)
      service.ports.clock.advance(LIFETIME_MS - 1)
      expect(service.dropkit.readVisit(token)).toMatchObject({
        value: { caller: { user: NOBODY, credential: { kind: 'visitor', paymentIntentId: null } } },
      })
      service.ports.clock.advance(1)
      expect(refusalOf(service.dropkit.readVisit(token))).toBe('unauthenticated')
    })

    test('has one token, to the letter', async () => {
      const { token } = await visit()
      for (const ending of ['A', '=', '==', '\n', ' '])
        expect(refusalOf(service.dropkit.readVisit(token + ending))).toBe('unauthenticated')
    })

    test('has letters, digits, - and _ alone in its token, however long that is', async () => {
      for (const now of [1, 10, 100, 1_000, 10_000]) {
        service.ports.clock.set(now * LIFETIME_MS)
        const { token } = await visit()
        expect(token).toMatch(/^dv_[\w-]+$/)
        expect(service.dropkit.readVisit(token).ok).toBe(true)
      }
    })

    test('has a token that begins as ours do and is no longer than 1,024 characters', async () => {
      const { token } = await visit()
      expect(refusalOf(service.dropkit.readVisit(`ds_${token.slice(3)}`))).toBe('unauthenticated')
      const ofLength = (length: number) => {
        for (let fill = 0; ; fill++) {
          const forever = {
            expiresAt: Number.MAX_SAFE_INTEGER,
            paymentIntentId: null,
            fill: 'x'.repeat(fill),
          }
          const made = tokenOf(sealed(forever, SEALED_FOR.visit()))
          if (made.length >= length) return made
        }
      }
      const [longest, tooLong] = [ofLength(1_022), ofLength(1_025)]
      expect(longest.length).toBeLessThanOrEqual(1_024)
      expect(service.dropkit.readVisit(longest).ok).toBe(true)
      expect(refusalOf(service.dropkit.readVisit(tooLong))).toBe('unauthenticated')
    })

    test('is no credential of a user', async () => {
      const { token } = await visit()
      expect(refusalOf(await service.dropkit.authenticate(token))).toBe('unauthenticated')
    })

    test('leaves nothing in the store', async () => {
      const before = JSON.stringify(await service.dropkit.listUsers(service.owner, {}))
      for (let n = 0; n < 20; n++) await visit()
      expect(JSON.stringify(await service.dropkit.listUsers(service.owner, {}))).toBe(before)
    })

    test.each(['pi_', `pi_${'9'.repeat(32)}`, 'intent_1', ''])('follows no payment %o', async (id) => {
      const started = await service.dropkit.startVisit({ paymentIntentId: id })
      expect(started).toEqual({ ok: false, error: { kind: 'not_found', what: 'Payment intent' } })
    })

    test('cannot be forged, changed, or made from other sealed values', async () => {
      const forever = { expiresAt: Number.MAX_SAFE_INTEGER, paymentIntentId: null }
      const { token } = await visit()
      const forged = [
        '',
        'dv_',
        'dv_ü',
        'dv_%',
        `dv_${'A'.repeat(2_000)}`,
        token.slice(1),
        `${token}AAAA`,
        token.toUpperCase(),
        tokenOf(JSON.stringify(forever)),
        tokenOf(sealed(forever, SEALED_FOR.secret('x'))),
      ]
      for (const one of forged) expect(refusalOf(service.dropkit.readVisit(one))).toBe('unauthenticated')
      expect(service.dropkit.readVisit(tokenOf(sealed(forever, SEALED_FOR.visit()))).ok).toBe(true)
    })
  })

  describe('a visitor', () => {
    test('reads the payment that its token names, by either id, and no other', async () => {
      const [mine, other] = [await buy('buyer'), await buy('another')]
      const { dropkit } = service
      const named = await visitor(mine.externalId)
      expect(granted(await dropkit.readPaymentIntent(named, mine.externalId)).id).toBe(mine.id)
      expect(granted(await dropkit.readPaymentIntent(named, mine.id)).id).toBe(mine.id)
      expect(refusalOf(await dropkit.readPaymentIntent(await visitor(), mine.id))).toBe('not_found')
      expect(refusalOf(await dropkit.readPaymentIntent(named, other.id))).toBe('not_found')
      expect(granted(await dropkit.listPaymentIntents(named, {}))).toEqual([])
    })

    test('gets the eligibility of the wallet signed in', async () => {
      const { dropkit } = service
      const ask = async (claimAccess: 'OPEN' | 'WALLET' | 'OWNER') => {
        const { id } = await service.createDrop({ claimAccess })
        const input = { dropId: id, walletAddress: testWallet(9) }
        return granted(await dropkit.checkEligibility(await visitor(), input)).eligible
      }
      expect([await ask('OPEN'), await ask('WALLET'), await ask('OWNER')]).toEqual([true, true, false])
    })

    test('lists claims of a drop alone, and sees no draft', async () => {
      const { dropkit } = service
      const visitingCaller = await visitor()
      expect(refusalOf(await dropkit.listClaims(visitingCaller, {}, {}))).toBe('forbidden')
      const [drop, draft] = [await service.createDrop(), await service.createDrop({ status: 'DRAFT' })]
      expect(granted(await dropkit.listClaims(visitingCaller, { dropId: drop.id }, {}))).toEqual([])
      expect((await dropkit.readDrop(visitingCaller, drop.id))?.id).toBe(drop.id)
      expect(await dropkit.readDrop(visitingCaller, draft.id)).toBeUndefined()
    })
  })
})
