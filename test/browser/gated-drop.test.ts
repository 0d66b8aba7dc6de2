import { beforeAll, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { connectNewWallet, inBrowser } from './browser-world.ts'

const REQUIREMENT = 'You have claimed from “Pepper for all”'

inBrowser('a gated drop', (world) => {
  beforeAll(async () => {
    const first = await createDrop(world.server, { title: 'Pepper for all', shortcode: 'pepper-for-all' })
    const gated = await createDrop(world.server, { title: 'For the regulars', shortcode: 'regulars' })
    await run(
      world.server,
      `mutation($id: ID!, $input: UpdateGatingConfigInput!) {
        updateGatingConfig(dropId: $id, input: $input) { id }
      }`,
      {
        id: gated,
        input: {
          isActive: true,
          rules: [{ key: 'claimed_drop', operator: '==', value: first, description: REQUIREMENT }],
        },
      },
    )
  })

  it('says what is missing, and lets the same wallet in once it is there', async () => {
    const { page, context } = await world.visit({ device: 'phone' })
    await page.goto('/d/regulars')
    await connectNewWallet(page)
    await page.getByText('This wallet cannot claim').waitFor()
    await page.getByRole('status').getByText(REQUIREMENT).waitFor()

    await page.goto('/d/pepper-for-all')
    await page.getByRole('button', { name: 'Claim 1 GOLD' }).tap()
    await page.getByRole('heading', { name: 'You got 1 GOLD' }).waitFor()

    await page.goto('/d/regulars')
    await page.getByRole('button', { name: 'Claim 1 GOLD' }).tap()
    await page.getByRole('heading', { name: 'You got 1 GOLD' }).waitFor()
    await context.close()
    world.assertQuiet()
  })
})
