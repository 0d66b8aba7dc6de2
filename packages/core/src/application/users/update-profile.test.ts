import { createTestService, granted, refusalOf, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../ports/index.ts'
import { type UpdateProfileInput, updateProfile } from './update-profile.ts'

let service: TestService

beforeEach(async () => {
  service = await createTestService()
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
