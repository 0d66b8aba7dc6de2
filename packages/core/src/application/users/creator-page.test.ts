import { createTestService, granted, refusalOf, type TestService } from '@dropkit/testing'
import { beforeEach, expect, test } from 'vitest'
import { NOBODY } from '../../domain/visitor.ts'
import type { CreateDropInput } from '../drops/create-drop.ts'
import type { DropPhase } from './creator-page.ts'

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

test('the owner sees the same page as everybody', async () => {
  await create('Draft', { status: 'DRAFT' })
  await create('Public')
  const { dropkit, owner } = service
  const listed = granted(await dropkit.listPublicDrops(owner, { username: 'owner' }))
  expect(listed.map(({ title }) => title)).toEqual(['Public'])
})
