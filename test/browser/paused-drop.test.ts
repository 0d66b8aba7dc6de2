import { beforeAll, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { connectNewWallet, inBrowser, signedInBy } from './browser-world.ts'

inBrowser('a drop that is paused', (world) => {
  let dropId: string
  beforeAll(async () => {
    dropId = await createDrop(world.server, { title: 'Rainy day', shortcode: 'rainy-day' })
  })

  it('is seen to pause, and to go on, by somebody who is about to claim', async () => {
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
})
