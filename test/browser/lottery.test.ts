// A drop with a lottery, as its creator and claimers see it: create, enter, lose or win, move up, claim.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createDrop, eventually, run } from '../support/drops.ts'
import { connectNewWallet, inBrowser, saveScreenshot, signedInBy } from './browser-world.ts'

/** 15 minutes. */
const WINDOW_SECONDS = 900
const ENTRY_SECONDS = 300
const CLOSE =
  'mutation($id: ID!, $at: DateTime!) { updateDrop(id: $id, input: { entriesCloseAt: $at }) { id } }'
const ADMITTED = 'query($id: ID!) { drop(id: $id) { lottery { admittedRank phase } } }'

inBrowser('a drop with a lottery', (world) => {
  /** Advances the server's time until this many entries have been admitted. */
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

  /** Creates a draft with one item for the winner, with the wizard. */
  const makeDraft = async (page: Page): Promise<string> => {
    await createDrop(world.server)
    await page.goto('/dashboard/drops/new')
    const next = () => page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: /GOLD/ }).first().check()
    await next()
    await page.getByRole('textbox', { name: 'Title' }).fill('One seat')
    await page.getByRole('textbox', { name: 'Each claim gets' }).fill('10')
    await page.getByRole('textbox', { name: 'Number of items' }).fill('1')
    await page.getByRole('radio', { name: 'Every day' }).click()
    await page.getByRole('radio', { name: 'Lottery' }).click()
    await expect.poll(() => page.getByRole('radio', { name: 'Every day' }).count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Claims per wallet' }).count()).toBe(0)
    await next()
    await page.getByText('A lottery is always free, because entries cannot be paid for.').waitFor()
    await next()
    await page.getByRole('radio', { name: 'Not yet' }).click()
    await next()
    await page.getByText('Choose when entries close.').waitFor()
    await page.getByRole('button', { name: 'Entries close at' }).click()
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('button', { name: /^(.* )?15 / }).click()
    await page.getByRole('button', { name: 'Take this time' }).click()
    await saveScreenshot(page, 'lottery-wizard')
    await next()
    await page.getByRole('radio', { name: 'Anyone, also through apps' }).waitFor()
    await next()
    await page.getByRole('cell', { name: 'Lottery', exact: true }).waitFor()
    await page.getByRole('cell', { name: '1 day' }).waitFor()
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.getByRole('heading', { name: 'Your draft is saved' }).waitFor()
    const made = await run<object>(
      world.server,
      'query { dropByShortcode(shortcode: "one-seat") { id admission claimWindowSeconds } }',
    )
    expect(made).toMatchObject({ admission: 'LOTTERY', claimWindowSeconds: 86_400 })
    return (made as { id: string }).id
  }

  /** Sets when the lottery's entries close, and opens it. */
  const openDraft = async (page: Page, dropId: string) => {
    await page.goto(`/dashboard/drops/${dropId}/settings`)
    await page.getByRole('combobox', { name: 'Winners may claim for' }).selectOption('15 minutes')
    await page.getByRole('textbox', { name: 'Price of an item' }).fill('1')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('A lottery must be free.').waitFor()
    await page.getByRole('textbox', { name: 'Price of an item' }).fill('')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved.').waitFor()
    const at = new Date(Date.now() + ENTRY_SECONDS * 1_000).toISOString()
    await run(world.server, CLOSE, { id: dropId, at })
    await page.goto(`/dashboard/drops/${dropId}`)
    await page.getByRole('heading', { name: 'Lottery' }).waitFor()
    await page.getByRole('button', { name: 'Open now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Open now' }).click()
    await page.getByText('Wallets can enter while the drop is active.').waitFor()
  }

  it('is created in the wizard, entered by two, won by one, and claimed by the other after the first one’s window', async () => {
    const { page: own, context: ownContext } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    const dropId = await makeDraft(own)
    await openDraft(own, dropId)
    const visits = [await world.visit({ device: 'phone' }), await world.visit({ device: 'phone' })]
    const addresses = new Map<Page, string>()
    for (const { page } of visits) {
      await page.goto('/d/one-seat')
      addresses.set(page, await connectNewWallet(page))
      await page.getByRole('button', { name: 'Enter the lottery' }).tap()
      await page.getByRole('heading', { name: 'You are in' }).waitFor()
    }
    const [first, second] = visits.map(({ page }) => page) as [Page, Page]
    await first.getByText('2 entries').waitFor()
    await first.getByText(/^Draw: \d+ \w+ \d{4}, /).waitFor()
    await saveScreenshot(first, 'lottery-entered')
    const ownCard = own.locator('section').filter({ has: own.getByRole('heading', { name: 'Lottery' }) })
    await ownCard.getByText('2', { exact: true }).waitFor()

    await world.server.fakeChain('advance', { seconds: ENTRY_SECONDS })
    await untilAdmitted(dropId, 1)
    const won = (page: Page) => page.getByRole('heading', { name: 'You won' })
    const waits = (page: Page) => page.getByRole('heading', { name: 'You are number 1 on the waiting list' })
    await Promise.race([won(first).waitFor(), won(second).waitFor()])
    const [winner, loser] = (await won(first).isVisible()) ? [first, second] : [second, first]
    await waits(loser).waitFor()
    expect(await loser.getByRole('button', { name: /^Claim/ }).count()).toBe(0)
    await winner.getByRole('button', { name: 'Claim 10 GOLD' }).waitFor()
    await winner.locator('[role=status] [aria-live=off]', { hasText: 'Claim within' }).waitFor()
    await saveScreenshot(winner, 'lottery-won')
    await ownCard.getByText('Drawn. The waiting list moves up').waitFor()
    await ownCard.getByText('1 wallet', { exact: true }).waitFor()

    await world.server.fakeChain('advance', { seconds: WINDOW_SECONDS })
    await untilAdmitted(dropId, 2)
    await won(loser).waitFor()
    await winner.getByRole('heading', { name: 'Your time to claim is over' }).waitFor()
    await loser.getByRole('button', { name: 'Claim 10 GOLD' }).tap()
    await loser.getByRole('heading', { name: 'You got 10 GOLD' }).waitFor()
    await ownCard.getByRole('row', { name: /^2 / }).waitFor()
    await ownCard.getByText('0 wallets', { exact: true }).waitFor()
    await saveScreenshot(own, 'lottery-dashboard')
    await own.goto(`/verify/${dropId}?wallet=${addresses.get(loser)}`)
    await own.getByRole('button', { name: 'Check the lottery' }).click()
    await own.getByText('This follows from a beacon that only this record names').waitFor()
    await own.getByText('This wallet is under the root, and its rank is 2.').waitFor()
    await saveScreenshot(own, 'lottery-check')
    for (const { context } of visits) await context.close()
    await ownContext.close()
  })
})
