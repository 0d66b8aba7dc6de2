// Pictures from other hosts: such a host must not learn who looks at a drop.
import { beforeAll, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { inBrowser, signedInBy } from './browser-world.ts'

inBrowser('a picture of another host', (world) => {
  let dropId: string
  beforeAll(async () => {
    const imageUrl = 'https://pictures.example/rain.png'
    dropId = await createDrop(world.server, { title: 'Rain', shortcode: 'rain', imageUrl })
  })

  it('is not asked for by the page of a drop, which draws its own', async () => {
    const { page } = await world.visit({ device: 'phone' })
    await page.goto('/d/rain')
    await page.getByRole('heading', { name: 'Rain' }).waitFor()
    await page.waitForLoadState('networkidle')
  })

  it('is reported to the creator, who can upload one instead', async () => {
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto(`/dashboard/drops/${dropId}/settings`)
    await page.getByText('This picture is at pictures.example and is not shown').waitFor()
  })
})
