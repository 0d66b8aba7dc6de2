// The states of a drop: valid and invalid transitions, and those that happen by time alone.
import { expect, it } from 'vitest'
import { CREATE_DROP, onEachDatabase, UPDATE_DROP, type World } from './world.ts'

const STATUSES = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'PAUSED', 'SOLD_OUT', 'ENDED', 'CANCELLED']
const FAR = '2999-01-01T00:00:00.000Z'

/** The statuses that an owner may set from each status. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  DRAFT: ['SCHEDULED', 'ACTIVE', 'CANCELLED'],
  SCHEDULED: ['ACTIVE', 'CANCELLED'],
  ACTIVE: ['PAUSED', 'ENDED', 'CANCELLED'],
  PAUSED: ['ACTIVE', 'ENDED', 'CANCELLED'],
  SOLD_OUT: ['PAUSED', 'ENDED', 'CANCELLED'],
  ENDED: [],
  CANCELLED: [],
}

const move = async (world: World, id: string, input: object): Promise<string> =>
  (await world.ask(UPDATE_DROP, { id, input })).updateDrop.status

/** A new drop in this status. Drops that can start later have a start time. */
async function dropIn(world: World, status: string): Promise<string> {
  switch (status) {
    case 'DRAFT':
    case 'SCHEDULED':
      return world.launch({ status, startsAt: FAR })
    case 'SOLD_OUT': {
      const id = await world.launch({ maxAmount: '10' })
      await world.claim(id, world.wallet())
      return id
    }
    default: {
      const id = await world.launch()
      await world.ask(UPDATE_DROP, { id, input: { status } })
      return id
    }
  }
}

onEachDatabase('a drop', (world) => {
  it.each(STATUSES)('that is %s moves where it may, and nowhere else', async (from) => {
    const id = await dropIn(world, from)
    expect((await world.drop(id)).status).toBe(from)
    expect(await move(world, id, { status: from })).toBe(from)
    const allowed = MOVES[from] ?? []
    for (const to of STATUSES.filter((status) => status !== from && !allowed.includes(status))) {
      const { message, extensions } = await world.refusal(UPDATE_DROP, { id, input: { status: to } })
      expect(extensions).toMatchObject({ code: 'INVALID_TRANSITION', details: { from, to } })
      expect(message).toContain(from)
      expect(message).toContain(to)
    }
    expect((await world.drop(id)).status).toBe(from)
    for (const to of allowed) {
      const another = await dropIn(world, from)
      expect(await move(world, another, { status: to })).toBe(to)
      expect(await world.drop(another)).toMatchObject({ status: to })
    }
  })

  it.each(['SOLD_OUT', 'ENDED', 'CANCELLED'])('cannot begin as %s', async (status) => {
    const input = {
      title: 'x',
      type: 'TOKEN',
      claimType: 'REGULAR',
      maxAmount: '1',
      existingTokenId: await world.token(),
      status,
    }
    expect((await world.refusal(CREATE_DROP, { input })).extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'status',
    })
  })

  it('that is SCHEDULED needs a start', async () => {
    const input = {
      title: 'x',
      type: 'TOKEN',
      claimType: 'REGULAR',
      maxAmount: '1',
      existingTokenId: await world.token(),
      status: 'SCHEDULED',
    }
    expect((await world.refusal(CREATE_DROP, { input })).extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'startsAt',
    })
  })

  it('starts and ends at its instants, even if no request has noticed', async () => {
    const now = await world.advance(0)
    const startsAt = new Date(now + 3_600_000).toISOString()
    const claimDeadline = new Date(now + 7_200_000).toISOString()
    const id = await world.launch({ status: 'SCHEDULED', startsAt, claimDeadline })
    expect(await world.drop(id)).toMatchObject({ status: 'SCHEDULED', isActive: false, claimDeadline })
    const early = await world.refusedClaim(id, world.wallet())
    expect(early.extensions).toMatchObject({ code: 'DROP_NOT_STARTED', details: { startsAt } })

    await world.advance(3_600)
    const [claimed, running] = await Promise.all([world.claim(id, world.wallet()), world.drop(id)])
    expect(claimed.claim.status).toBe('PENDING')
    expect(running).toMatchObject({ status: 'ACTIVE', isActive: true })

    await world.advance(3_600)
    const [late, over] = await Promise.all([world.refusedClaim(id, world.wallet()), world.drop(id)])
    expect(late.extensions.code).toBe('DROP_ENDED')
    expect(over).toMatchObject({ status: 'ENDED', isActive: false })

    const again = new Date((await world.advance(0)) + 3_600_000).toISOString()
    expect(await move(world, id, { status: 'ACTIVE', claimDeadline: again })).toBe('ACTIVE')
    expect((await world.claim(id, world.wallet())).claim.sequence).toBe(2)
  })

  it('with a start in the future accepts no claims before it, even if it is ACTIVE', async () => {
    const startsAt = new Date((await world.advance(0)) + 3_600_000).toISOString()
    const id = await world.launch({ startsAt })
    expect(await world.drop(id)).toMatchObject({ isActive: false })
    expect((await world.refusedClaim(id, world.wallet())).extensions.code).toBe('DROP_NOT_STARTED')
    await world.advance(3_601)
    expect(await world.drop(id)).toMatchObject({ status: 'ACTIVE', isActive: true })
    await world.claim(id, world.wallet())
  })

  it('that has ended reopens only with a future deadline', async () => {
    const id = await dropIn(world, 'ENDED')
    for (const claimDeadline of [undefined, null, '2001-01-01T00:00:00Z']) {
      const { extensions } = await world.refusal(UPDATE_DROP, {
        id,
        input: { status: 'ACTIVE', claimDeadline },
      })
      expect(extensions).toMatchObject({
        code: 'INVALID_TRANSITION',
        details: { from: 'ENDED', to: 'ACTIVE' },
      })
    }
    expect(await move(world, id, { status: 'ACTIVE', claimDeadline: FAR })).toBe('ACTIVE')
  })

  it('is sold out by its supply, and opens when there is more of it', async () => {
    const id = await world.launch({ supply: 1 })
    await world.claim(id, world.wallet())
    expect(await world.drop(id)).toMatchObject({
      status: 'SOLD_OUT',
      isSoldOut: true,
      remainingBalance: '90',
    })
    expect((await world.refusedClaim(id, world.wallet())).extensions.code).toBe('DROP_SOLD_OUT')
    expect(await move(world, id, { supply: 2 })).toBe('ACTIVE')
    await world.claim(id, world.wallet())
    expect((await world.drop(id)).status).toBe('SOLD_OUT')
  })

  it('that is sold out may be opened in the words of the same update that makes room', async () => {
    const id = await dropIn(world, 'SOLD_OUT')
    const { extensions } = await world.refusal(UPDATE_DROP, {
      id,
      input: { status: 'ACTIVE', title: 'No room' },
    })
    expect(extensions.code).toBe('INVALID_TRANSITION')
    expect(await move(world, id, { status: 'ACTIVE', maxAmount: '20' })).toBe('ACTIVE')
    await world.claim(id, world.wallet())
    expect(await world.drop(id)).toMatchObject({ title: 'Pepper', status: 'SOLD_OUT' })
  })

  it('is sold out by its pool, and opens when there is more of it', async () => {
    const id = await world.launch({ maxAmount: '19' })
    await world.claim(id, world.wallet())
    expect(await world.drop(id)).toMatchObject({ status: 'SOLD_OUT', isSoldOut: true, remainingBalance: '9' })
    expect(await move(world, id, { maxAmount: '20' })).toBe('ACTIVE')
    expect(await move(world, id, { status: 'PAUSED' })).toBe('PAUSED')
    expect(await move(world, id, { maxAmount: '15' })).toBe('PAUSED')
    expect(await move(world, id, { status: 'ACTIVE' })).toBe('SOLD_OUT')
  })

  it('keeps the supply for existing claims', async () => {
    const id = await world.launch({ supply: 5 })
    await world.claim(id, world.wallet())
    await world.claim(id, world.wallet())
    for (const [field, value] of Object.entries({ maxAmount: '19', supply: 1, tokenAmount: '0' })) {
      const { extensions } = await world.refusal(UPDATE_DROP, { id, input: { [field]: value } })
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', field })
    }
    expect(await world.drop(id)).toMatchObject({
      maxAmount: '100',
      supply: 5,
      tokenAmount: '10',
      claimedAmount: '20',
    })
    expect(await move(world, id, { maxAmount: '20' })).toBe('SOLD_OUT')
  })
})
