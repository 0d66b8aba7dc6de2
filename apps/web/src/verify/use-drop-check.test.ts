import { beforeEach, describe, expect, test } from 'vitest'
import { stubPage } from '../../../../test/support/stub-page.ts'
import { stubService } from '../../../../test/support/stub-service.ts'

let readDraws: typeof import('./use-drop-check.ts').readDraws
beforeEach(async () => {
  stubPage()
  readDraws = (await import('./use-drop-check.ts')).readDraws
})

const walletOf = (sequence: number) => `0x${sequence.toString(16).padStart(64, '0')}`
const AT = '2026-03-10T09:00:00.000Z'
const claimOf = (sequence: number) => ({
  id: `claim_${sequence}`,
  sequence,
  userAddress: walletOf(sequence),
  recipient: walletOf(sequence),
  amount: '5',
  round: null as number | null,
  beaconSignature: null as string | null,
  orderHead: null as string | null,
  createdAt: AT,
})
type Claim = ReturnType<typeof claimOf>

/** A service with so many claims. */
function serviceWith(count: number, change: (claim: Claim) => object = (claim) => claim) {
  return stubService({
    DrawsPage: ({ after, limit }) => {
      const from = after === null ? count : Number(String(after).split('_')[1]) - 1
      const sequences = Array.from({ length: Math.min(Number(limit), from) }, (_, place) => from - place)
      return { claims: sequences.map((sequence) => change(claimOf(sequence))) }
    },
  })
}
const { signal } = new AbortController()

describe('the draws of a drop', () => {
  test.each([
    [0, [0], 1],
    [199, [199], 1],
    [200, [200, 200], 2],
    [450, [200, 400, 450], 3],
  ])('are read page by page, oldest first: %i', async (count, progress, pages) => {
    const asked = serviceWith(count)
    const loaded: number[] = []
    const draws = await readDraws('drop_1', (soFar) => loaded.push(soFar), signal)
    expect(draws.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: count }, (_, place) => place + 1),
    )
    expect([loaded, asked.length]).toEqual([progress, pages])
    expect(asked[0]).toEqual(['DrawsPage', { dropId: 'drop_1', limit: 200, after: null }])
  })

  test('are read up to a claim', async () => {
    serviceWith(5)
    const draws = await readDraws('drop_1', () => {}, signal, 'claim_3')
    expect(draws.map(({ sequence }) => sequence)).toEqual([1, 2])
  })

  test('are read no further after the page was left', async () => {
    serviceWith(5)
    const loaded: number[] = []
    await expect(
      readDraws('drop_1', (count) => void loaded.push(count), AbortSignal.abort(new Error('left'))),
    ).rejects.toThrow('left')
    expect(loaded).toEqual([])
  })
})

describe('a draw', () => {
  const read = async (change: object) => {
    serviceWith(1, (claim) => ({ ...claim, ...change }))
    const [draw] = await readDraws('drop_1', () => {}, signal)
    return draw
  }
  const PLAIN = {
    sequence: 1,
    claimer: walletOf(1),
    amount: 5n,
    draw: null,
    head: null,
    createdAt: Date.parse(AT),
  }

  test('of a wallet has no other recipient', async () => {
    expect(await read({})).toEqual(PLAIN)
    expect(await read({ recipient: null })).toEqual(PLAIN)
  })

  test('to another address names it', async () => {
    expect(await read({ recipient: walletOf(7) })).toEqual({ ...PLAIN, recipient: { address: walletOf(7) } })
  })

  test('by a beacon has its round, and no amount before that is published', async () => {
    const round = { round: 9, beaconSignature: 'ab', orderHead: 'cd' }
    expect(await read(round)).toEqual({ ...PLAIN, draw: { round: 9, signature: 'ab' }, head: 'cd' })
    expect(await read({ round: 9, amount: null })).toEqual({
      ...PLAIN,
      amount: 0n,
      draw: { round: 9, signature: null },
    })
  })

  test.each([{ userAddress: 'pepper' }, { sequence: null }, { amount: null }, { createdAt: null }])(
    'with %j cannot be read',
    async (change) => {
      await expect(read(change)).rejects.toThrow('A draw cannot be read')
    },
  )
})
