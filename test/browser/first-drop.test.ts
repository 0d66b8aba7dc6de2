// From a creator's first sign-in to the first claim by another person, on a phone.
import { expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { connectNewWallet, continueToReview, inBrowser, signedInBy } from './browser-world.ts'

inBrowser('a first drop', (world) => {
  it('is created by a new user, and claimed by another wallet in three taps', async () => {
    const { page } = await world.visit()
    const next = () => page.getByRole('button', { name: 'Continue' }).click()
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Continue with a wallet' }).click()
    await page.getByRole('button', { name: 'Create a test wallet' }).click()
    await page.getByRole('link', { name: 'Create your first drop' }).click()

    await page.getByText('A new one').click()
    await page.getByLabel('Name').fill('Pepper')
    await page.getByLabel('Symbol').fill('PEPPER')
    await page.getByLabel('Supply, in whole tokens').fill('1000000')
    await page.getByRole('button', { name: 'Create the token' }).click()
    await page.getByText('Just created').waitFor()
    await next()
    await page.getByRole('textbox', { name: 'Title' }).fill('Pepper for all')
    await page.getByRole('textbox', { name: 'Each claim gets' }).fill('2.5')
    await page.getByRole('textbox', { name: 'Number of items' }).fill('2')
    await page.getByText('The pool holds 5 PEPPER.').waitFor()
    expect(await page.getByText('base units').count()).toBe(0)
    await next()
    await continueToReview(page)
    await page.getByRole('cell', { name: '2.5 PEPPER', exact: true }).waitFor()
    expect(await page.getByText('base units').count()).toBe(0)
    await page.getByRole('button', { name: 'Launch the drop' }).click()
    await page.getByRole('heading', { name: 'Your drop is open' }).waitFor()
    const link = await page.getByRole('link', { name: 'See the claim page' }).getAttribute('href')
    expect(link).toBe('/d/pepper-for-all')
    await page.getByRole('link', { name: 'Open the drop' }).click()
    await page.getByText('0 of 5 PEPPER claimed').waitFor()

    const claimer = await world.visit({ device: 'phone' })
    await claimer.page.goto('/d/pepper-for-all')
    await connectNewWallet(claimer.page)
    await claimer.page.getByRole('button', { name: 'Claim 2.5 PEPPER' }).tap()
    await claimer.page.getByRole('heading', { name: 'You got 2.5 PEPPER' }).waitFor()
    await claimer.page.getByText('It is in your wallet.').waitFor()

    // The creator's page updates by itself.
    await page.getByText('2.5 of 5 PEPPER claimed').waitFor()

    await claimer.page.reload()
    await claimer.page.getByRole('heading', { name: 'You got 2.5 PEPPER' }).waitFor()
  })

  it.each([
    ['is found taken', 'Same title', false],
    ['is taken only when it launches', 'Late title', true],
  ])('gives a new drop another link if the one derived from its title %s', async (_, title, isTakenLate) => {
    const taken = title.toLowerCase().replace(' ', '-')
    await createDrop(world.server, { shortcode: taken })
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    if (isTakenLate)
      await page.route('**/graphql', (route) =>
        route.request().postData()?.includes('ShortcodeTaken')
          ? route.fulfill({ json: { data: { dropByShortcode: null } } })
          : route.continue(),
      )
    await page.goto('/dashboard/drops/new')
    const next = () => page.getByRole('button', { name: 'Continue' }).click()
    const link = page.getByRole('textbox', { name: 'Link' })
    await page.getByRole('radio', { name: /GOLD/ }).first().check()
    await next()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    if (!isTakenLate) {
      await expect.poll(() => link.inputValue()).toMatch(new RegExp(`^${taken}-\\w{4}$`))
      await link.fill(taken)
      await page.getByText(`${taken} is taken.`).waitFor()
      await page.getByRole('button', { name: 'Suggest another' }).click()
    }
    await page.getByRole('textbox', { name: 'Each claim gets' }).fill('5')
    await page.getByRole('textbox', { name: 'Number of items' }).fill('3')
    await next()
    await continueToReview(page)
    await page.getByRole('button', { name: 'Launch the drop' }).click()
    const path = await page.getByRole('link', { name: 'See the claim page' }).getAttribute('href')
    expect(path).toMatch(new RegExp(`^/d/${taken}-\\w{4}$`))
  })
})
