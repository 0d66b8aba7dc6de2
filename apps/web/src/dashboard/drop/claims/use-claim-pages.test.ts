// The pages of a drop's claims: rows do not move, and newer claims wait until the owner asks for them.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderHook, settle } from '../../../../../../test/support/render-hook.ts'
import { stubPage } from '../../../../../../test/support/stub-page.ts'
import { stubService } from '../../../../../../test/support/stub-service.ts'
import type { ShownDrop } from '../use-drop.ts'
import type { ClaimSearch } from './use-claim-pages.ts'

let useClaimPages: typeof import('./use-claim-pages.ts').useClaimPages
beforeEach(async () => {
  stubPage()
  useClaimPages = (await import('./use-claim-pages.ts')).useClaimPages
})
afterEach(() => {
  vi.useRealTimers()
})

const ALL: ClaimSearch = { status: null, userAddress: '' }

/** Shows the claims of a drop that has this many. */
async function pagesOf(count: number, search = ALL) {
  let claimCount = count
  const asked = stubService({
    DropClaims: ({ limit, after }) => {
      const from = after === null ? claimCount : Number(after) - 1
      const sequences = Array.from({ length: Math.min(Number(limit), from) }, (_, place) => from - place)
      return { claims: sequences.map((sequence) => ({ id: `${sequence}`, sequence })) }
    },
  })
  const reads = new QueryClient()
  const hook = renderHook(
    (given: ClaimSearch) => useClaimPages({ id: 'drop_1', claimCount } as ShownDrop, given),
    search,
    (children) => createElement(QueryClientProvider, { client: reads, children }),
  )
  const current = () => hook.current() as NonNullable<ReturnType<typeof hook.current>>
  const shown = () => {
    const { rows = [], newAbove, firstShown, hasOlder, hasNewer } = current()
    const [first, last] = [rows[0]?.id, rows.at(-1)?.id]
    return { first, last, newAbove, firstShown, hasOlder, hasNewer }
  }
  await expect.poll(() => hook.current()?.rows).toBeDefined()
  return {
    asked,
    current,
    shown,
    /** Makes claims, which the page learns from the drop. */
    async claim(more: number) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
      claimCount += more
      hook.rerender(search)
      await settle()
      vi.advanceTimersByTime(2_000)
      vi.useRealTimers()
      await settle()
    },
  }
}

it('the newest 50 claims are shown first, and the others page by page', async () => {
  const { shown, current } = await pagesOf(120)
  const newest = { first: '120', last: '71', newAbove: 0, firstShown: 1, hasOlder: true, hasNewer: false }
  expect(shown()).toEqual(newest)
  current().showOlder()
  const second = { first: '70', last: '21', newAbove: 0, firstShown: 51, hasOlder: true, hasNewer: true }
  await expect.poll(shown).toEqual(second)
  current().showOlder()
  const third = { first: '20', last: '1', newAbove: 0, firstShown: 101, hasOlder: false, hasNewer: true }
  await expect.poll(shown).toEqual(third)
  current().showNewer()
  await expect.poll(shown).toEqual(second)
  current().toNewest()
  await expect.poll(shown).toEqual(newest)
})

it.each([
  [50, false],
  [51, true],
])('of %i claims there are older ones: %s', async (count, hasOlder) => {
  expect((await pagesOf(count)).shown()).toMatchObject({ hasOlder })
})

it('no claims are an empty page', async () => {
  const { current } = await pagesOf(0)
  expect(current()).toMatchObject({ rows: [], newAbove: 0, hasOlder: false })
})

it('newer claims do not move the rows, and are shown when the owner asks for them', async () => {
  const { shown, current, claim } = await pagesOf(60)
  await claim(3)
  await expect.poll(shown).toMatchObject({ first: '60', last: '11', newAbove: 3, hasOlder: true })
  expect(current().isManyAbove).toBe(false)
  current().toNewest()
  await expect.poll(shown).toMatchObject({ first: '63', last: '14', newAbove: 0 })
})

it('rows stay although so many claims are newer that they are no longer read', async () => {
  const { shown, current, claim } = await pagesOf(30)
  await claim(200)
  await expect.poll(shown).toMatchObject({ first: '30', last: '1', newAbove: 200, hasOlder: true })
  expect(current().isManyAbove).toBe(true)
})

it.each([
  ['all claims', ALL, {}],
  ['a status', { ...ALL, status: 'CONFIRMED' }, { status: 'CONFIRMED' }],
  ['a wallet', { ...ALL, userAddress: '0xa11ce' }, { userAddress: '0xa11ce' }],
] as const)('the service is asked for %s of the drop', async (_, search, filter) => {
  const { asked } = await pagesOf(1, search)
  expect(asked[0]).toEqual([
    'DropClaims',
    { limit: 200, after: null, filter: { dropId: 'drop_1', ...filter } },
  ])
})
