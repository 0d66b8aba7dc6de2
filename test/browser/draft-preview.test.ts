import { expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { inBrowser, saveScreenshot, signedInBy } from './browser-world.ts'

inBrowser('the preview of a draft', (world) => {
  it('shows its owner the claim page without a claim, and no other user', async () => {
    const dropId = await createDrop(world.server, {
      title: 'Midnight tasting',
      shortcode: 'midnight',
      status: 'DRAFT',
      tokenAmount: '50',
    })
    const owner = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await owner.page.goto(`/dashboard/drops/${dropId}`)
    await owner.page.getByRole('link', { name: 'Preview the claim page' }).click()
    await owner.page.getByRole('note').getByText('This is a preview').waitFor()
    await owner.page.getByRole('heading', { name: 'Midnight tasting', level: 1 }).waitFor()
    await owner.page.getByText('50 GOLD', { exact: true }).waitFor()
    expect(await owner.page.getByRole('button', { name: 'Connect wallet' }).isDisabled()).toBe(true)
    await saveScreenshot(owner.page, 'draft-preview')
    await owner.page.getByRole('link', { name: 'Back to the drop' }).click()
    await owner.page.getByRole('tab', { name: 'Overview' }).waitFor()
    await owner.context.close()

    const stranger = await world.visit()
    await stranger.page.goto('/d/midnight')
    await stranger.page.getByRole('heading', { name: 'There is no drop here' }).waitFor()
  })
})
