// People leave a screen before an answer has arrived, or before they have saved what is shown only once.
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { continueToReview, inBrowser, saveShownSecret, signedInBy } from './browser-world.ts'
import { drawPicture } from './drawn-picture.ts'

/** Holds the answers to an operation back. The server has carried it out when `hasRun` resolves. */
async function holdAnswers(page: Page, operation: string) {
  const { promise: hasRun, resolve: ran } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route: Route) => {
    if (!route.request().postData()?.includes(`mutation ${operation}`)) return route.continue()
    const response = await route.fetch()
    ran()
    await released
    // The page may have gone.
    await route.fulfill({ response }).catch(() => {})
  })
  return { hasRun, release }
}

/** Reloads, and returns whether the browser asked before. Its question is answered with yes. */
async function isAskedBeforeReload(page: Page): Promise<boolean> {
  let isAsked = false
  page.once('dialog', (dialog) => {
    isAsked = dialog.type() === 'beforeunload'
    void dialog.accept()
  })
  await page.reload()
  page.removeAllListeners('dialog')
  return isAsked
}

const COLORS: Parameters<typeof drawPicture>[2] = [
  [22, 101, 52],
  [250, 204, 21],
]

const go = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

inBrowser('the dashboard', (world) => {
  const visit = () => world.visit({ saved: signedInBy(world.server.apiKey) })

  describe('a creator who leaves a screen', () => {
    it('finds new claim links there, and is asked before a reload, until they are downloaded', async () => {
      const dropId = await createDrop(world.server)
      const { page } = await visit()
      await page.goto(`/dashboard/drops/${dropId}/links`)
      const { hasRun, release } = await holdAnswers(page, 'CreateClaimLinks')
      await page.getByRole('textbox', { name: 'How many' }).fill('600')
      await page.getByRole('button', { name: 'Create 600 links' }).click()
      await hasRun
      await openTab(page, 'Claims')
      await page.getByRole('button', { name: 'Export CSV' }).waitFor()
      release()
      await expect
        .poll(() =>
          run(world.server, 'query($id: ID!) { claimLinks(dropId: $id, limit: 200) { id } }', { id: dropId }),
        )
        .toHaveLength(200)
      await openTab(page, 'Links')
      const offered = page.getByText('600 links, shown only now')
      await offered.waitFor()
      await go(page, 'Drops')
      await page.getByRole('heading', { name: 'Drops', level: 1 }).waitFor()
      await page.goBack()
      await offered.waitFor()

      const downloaded = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      await downloaded
      await offered.waitFor()
      expect(await isAskedBeforeReload(page)).toBe(false)

      await page.getByRole('button', { name: 'Create 10 links' }).click()
      await page.getByText('10 links, shown only now').waitFor()
      expect(await isAskedBeforeReload(page)).toBe(true)
      await page.getByRole('button', { name: 'Create 10 links' }).click()
      await page.getByRole('button', { name: 'I have saved them' }).click()
      expect(await isAskedBeforeReload(page)).toBe(false)
    })

    it('finds a new API key there, and loses it only with a question', async () => {
      const { page } = await visit()
      await page.goto('/dashboard')
      await go(page, 'Settings')
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Shop')
      await page.getByRole('button', { name: 'Create the key' }).click()
      await page.getByRole('dialog').getByTestId('secret').waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Drops', level: 1 }).waitFor()
      const questions: string[] = []
      page.on('dialog', (dialog) => {
        questions.push(dialog.message())
        void dialog.dismiss()
      })
      await page.getByRole('button', { name: /^Your account/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      expect(questions).toEqual(['Some things are not saved. Sign out and discard them?'])
      await go(page, 'Settings')
      expect(await saveShownSecret(page)).toMatch(/^dk_/)
      expect(await isAskedBeforeReload(page)).toBe(false)
    })

    it('has no unsaved settings after they were saved', async () => {
      const dropId = await createDrop(world.server)
      const { page } = await visit()
      await page.goto(`/dashboard/drops/${dropId}/settings`)
      await page.getByRole('textbox', { name: 'Title' }).fill('Saved')
      const { hasRun, release } = await holdAnswers(page, 'SaveDrop')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await hasRun
      await openTab(page, 'Claims')
      await page.getByRole('button', { name: 'Export CSV' }).waitFor()
      release()
      await page.getByText('Saved.').waitFor()
      await openTab(page, 'Settings')
      expect(await isAskedBeforeReload(page)).toBe(false)
    })

    it('stays on the next one when the answer arrives', async () => {
      const { page } = await visit()
      await page.goto('/dashboard/tokens/new')
      await page.getByRole('textbox', { name: 'Name' }).fill('Silver')
      await page.getByRole('textbox', { name: 'Symbol' }).fill('SILVER')
      await page.getByRole('textbox', { name: 'Supply, in whole tokens' }).fill('100')
      const { hasRun, release } = await holdAnswers(page, 'CreateToken')
      await page.getByRole('button', { name: 'Create the token' }).click()
      await hasRun
      await go(page, 'Drops')
      await page.getByRole('heading', { name: 'Drops', level: 1 }).waitFor()
      release()
      await page.getByText(/^Silver was created/).waitFor()
      await page.getByRole('heading', { name: 'Drops', level: 1 }).waitFor()
      expect(new URL(page.url()).pathname).toMatch(/^\/dashboard\/?$/)
    })

    it('keeps what was typed during an upload', async () => {
      const { page } = await visit()
      await page.goto('/dashboard/tokens/new')
      const { hasRun, release } = await holdAnswers(page, 'UploadFile')
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'seal.png', mimeType: 'image/png', buffer: drawPicture(8, 8, COLORS) })
      await hasRun
      const name = page.getByRole('textbox', { name: 'Name' })
      await name.fill('Silver')
      release()
      await page.getByRole('button', { name: 'Remove the picture' }).waitFor()
      expect(await name.inputValue()).toBe('Silver')
    })
  })

  describe('a launch', () => {
    const launchButton = (page: Page) => page.getByRole('button', { name: 'Launch the drop' })
    const titled = async (title: string) => {
      const drops = await run<{ title: string }[]>(world.server, '{ drops(limit: 50) { title } }')
      return drops.filter((drop) => drop.title.startsWith(title)).map((drop) => drop.title)
    }

    async function fillIn(page: Page, title: string): Promise<void> {
      const next = () => page.getByRole('button', { name: 'Continue' }).click()
      await createDrop(world.server)
      await page.goto('/dashboard/drops/new')
      await page.getByRole('radio', { name: /GOLD/ }).first().check()
      await next()
      await page.getByRole('textbox', { name: 'Title' }).fill(title)
      await page.getByRole('textbox', { name: 'Each claim gets' }).fill('5')
      await page.getByRole('textbox', { name: 'Number of items' }).fill('3')
      await next()
      await continueToReview(page)
    }

    it('that is reloaded before its answer makes the same drop when it is repeated', async () => {
      const { page } = await visit()
      await fillIn(page, 'Reloaded')
      const { hasRun, release } = await holdAnswers(page, 'LaunchDrop')
      await launchButton(page).click()
      await hasRun
      await page.reload()
      release()
      await launchButton(page).click()
      await page.getByRole('heading', { name: 'Your drop is open' }).waitFor()
      expect(await titled('Reloaded')).toEqual(['Reloaded'])
    })

    it('that ends after its screen was left is not offered again', async () => {
      const { page } = await visit()
      await fillIn(page, 'Left')
      const { hasRun, release } = await holdAnswers(page, 'LaunchDrop')
      await launchButton(page).dblclick()
      await hasRun
      await go(page, 'Drops')
      await page.getByRole('heading', { name: 'Drops', level: 1 }).waitFor()
      release()
      const stored = () => page.evaluate(() => Object.keys(localStorage).join())
      await expect.poll(stored).not.toContain('dropkit.new-drop')
      await page.goto('/dashboard/drops/new')
      await page.getByRole('heading', { name: 'What do you give out?' }).waitFor()
      expect(await titled('Left')).toEqual(['Left'])
    })

    it('that was not answered makes what the form says when it is repeated', async () => {
      world.allowProblems()
      const { page } = await visit()
      await fillIn(page, 'Lost')
      await page.route('**/graphql', (route) =>
        route.request().postData()?.includes('mutation LaunchDrop')
          ? route.fulfill({ status: 502, body: 'Bad gateway' })
          : route.continue(),
      )
      await launchButton(page).click()
      await page.getByText('The drop was not launched').waitFor()
      await page.unroute('**/graphql')
      await page.getByRole('button', { name: 'Change give-away' }).click()
      await page.getByRole('textbox', { name: 'Title' }).fill('Lost and found')
      for (const _ of ['price', 'schedule', 'access', 'review'])
        await page.getByRole('button', { name: 'Continue' }).click()
      await launchButton(page).click()
      await page.getByRole('heading', { name: 'Your drop is open' }).waitFor()
      expect(await titled('Lost')).toEqual(['Lost and found'])
    })
  })
})
