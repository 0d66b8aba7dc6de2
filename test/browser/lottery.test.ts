// A drop with a lottery, as its claimers see it: enter, lose or win, move up, claim.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createDrop, eventually, run } from '../support/drops.ts'
import { connectNewWallet, inBrowser, keepScreen } from './browser-world.ts'

const WINDOW_SECONDS = 600
const ENTRY_SECONDS = 300
const TEST_LIMIT_MS = 120_000
const ADMITTED = 'query($id: ID!) { drop(id: $id) { lottery { admittedRank phase } } }'

inBrowser('a drop with a lottery', (world) => {
  /** Lets the server's time pass until so many have been admitted. */
  const untilAdmitted = async (dropId: string, rank: number) => {
    await eventually(
      async () => {
        await world.server.fakeChain('advance', { seconds: 5 })
        return run<{ lottery: { admittedRank: number } }>(world.server, ADMITTED, { id: dropId })
      },
      ({ lottery }) => lottery.admittedRank >= rank,
      40_000,
    )
  }

  it(
    'is entered by two, won by one, and claimed by the other after the first let the time pass',
    async () => {
      const dropId = await createDrop(world.server, {
        title: 'One seat',
        shortcode: 'one-seat',
        supply: 1,
        tokenAmount: '10',
        maxAmount: '10',
        admission: 'LOTTERY',
        entriesCloseAt: new Date(Date.now() + ENTRY_SECONDS * 1_000).toISOString(),
        claimWindowSeconds: WINDOW_SECONDS,
      })
      const visits = [await world.visit({ device: 'phone' }), await world.visit({ device: 'phone' })]
      for (const { page } of visits) {
        await page.goto('/d/one-seat')
        await connectNewWallet(page)
        await page.getByRole('button', { name: 'Enter the lottery' }).tap()
        await page.getByRole('heading', { name: 'You are in' }).waitFor()
      }
      const [first, second] = visits.map(({ page }) => page) as [Page, Page]
      await first.getByText('2 entries').waitFor()
      await keepScreen(first, 'lottery-entered')

      await world.server.fakeChain('advance', { seconds: ENTRY_SECONDS })
      await untilAdmitted(dropId, 1)
      const won = (page: Page) => page.getByRole('heading', { name: 'You won' })
      const waits = (page: Page) =>
        page.getByRole('heading', { name: 'You are number 1 on the waiting list' })
      await Promise.race([won(first).waitFor(), won(second).waitFor()])
      const [winner, loser] = (await won(first).isVisible()) ? [first, second] : [second, first]
      await waits(loser).waitFor()
      expect(await loser.getByRole('button', { name: /^Claim/ }).count()).toBe(0)
      await winner.getByRole('button', { name: 'Claim 10 GOLD' }).waitFor()
      await keepScreen(winner, 'lottery-won')

      await world.server.fakeChain('advance', { seconds: WINDOW_SECONDS })
      await untilAdmitted(dropId, 2)
      await won(loser).waitFor()
      await winner.getByRole('heading', { name: 'Your time to claim is over' }).waitFor()
      await loser.getByRole('button', { name: 'Claim 10 GOLD' }).tap()
      await loser.getByRole('heading', { name: 'You got 10 GOLD' }).waitFor()
      for (const { context } of visits) await context.close()
      world.assertQuiet()
    },
    TEST_LIMIT_MS,
  )
})
