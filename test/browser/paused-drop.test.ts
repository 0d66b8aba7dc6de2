import { beforeAll, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { connectNewWallet, inBrowser, signedInBy } from './browser-world.ts'

inBrowser('a drop that is paused', (world) => {
  let dropId: string
  beforeAll(async () => {
    dropId = await createDrop(world.server, { title: 'Rainy day', shortcode: 'rainy-day' })
  })

  it('is seen to pause and resume by a user who is about to claim', async () => {
    const claimer = await world.visit({ device: 'phone' })
    await claimer.page.goto('/d/rainy-day')
    await connectNewWallet(claimer.page)
    const claim = claimer.page.getByRole('button', { name: 'Claim 1 GOLD' })
    await claim.waitFor()

    const creator = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await creator.page.goto(`/dashboard/drops/${dropId}`)
    await creator.page.getByRole('button', { name: 'Pause' }).click()
    await claimer.page
      .getByText(/paused/i)
      .first()
      .waitFor()
    await claim.waitFor({ state: 'hidden' })

    await creator.page.getByRole('button', { name: 'Resume' }).click()
    await claim.tap()
    await claimer.page.getByRole('heading', { name: 'You got 1 GOLD' }).waitFor()
    await claimer.context.close()
    await creator.context.close()
    world.assertQuiet()
  })
  it('is shown as open while the server has not confirmed a pause, and after it has refused one', async () => {
    const { page, context } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto(`/dashboard/drops/${dropId}`)
    const pause = page.getByRole('button', { name: 'Pause' })
    await pause.waitFor()
    let refuse = () => {}
    let isRefused = false
    await page.route('**/graphql', async (route) => {
      // No later response corrects the page.
      if (isRefused) return
      if (!route.request().postData()?.includes('mutation MoveDrop')) return route.continue()
      await new Promise<void>((resolve) => {
        refuse = resolve
      })
      isRefused = true
      await route.fulfill({ json: { errors: [{ message: 'no', extensions: { code: 'OVERLOADED' } }] } })
    })
    await pause.click()
    await page.locator('button[data-loading]').waitFor()
    const status = page.locator('[data-status]').first()
    expect(await status.getAttribute('data-status')).toBe('ACTIVE')

    refuse()
    await page.getByText('Pause: not done').waitFor()
    expect(await status.getAttribute('data-status')).toBe('ACTIVE')
    await pause.waitFor()
    await context.close()
    world.assertQuiet()
  })
  it('is not paused later automatically after a lost network', async () => {
    const { page, context } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto(`/dashboard/drops/${dropId}`)
    const pause = page.getByRole('button', { name: 'Pause' })
    await pause.waitFor()
    await context.setOffline(true)
    await pause.click()
    await page.getByText('Pause: not done').waitFor()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await context.setOffline(false)
    await page.getByText('Up to date').waitFor()
    expect(sent.filter((body) => body.includes('mutation MoveDrop'))).toEqual([])
    await context.close()
  })
})
