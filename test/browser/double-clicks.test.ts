// People double-click buttons. Each act has one effect, and its success is not shown as an error.
import { expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { inBrowser, signedInBy } from './browser-world.ts'

inBrowser('a double click', (world) => {
  const visit = () => world.visit({ saved: signedInBy(world.server.apiKey) })

  it('pauses a drop, and shows no error', async () => {
    const dropId = await createDrop(world.server, { shortcode: 'twice-paused' })
    const { page } = await visit()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await page.goto(`/dashboard/drops/${dropId}`)
    await page.getByRole('button', { name: 'Pause' }).dblclick()
    await page.getByText('Paused: no claims until you resume.').waitFor()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    expect(sent.filter((body) => body.includes('mutation ChangeDropStatus'))).toHaveLength(1)
    expect(await page.getByText('not done').count()).toBe(0)
  })

  it('on a pause that the server confirms before the second click does not resume the drop', async () => {
    const dropId = await createDrop(world.server, { shortcode: 'quickly-paused' })
    const { page } = await visit()
    await page.goto(`/dashboard/drops/${dropId}`)
    const { x, y } = (await page.getByRole('button', { name: 'Pause' }).boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(x + 20, y + 10)
    await page.mouse.down()
    await page.mouse.up()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await page.waitForTimeout(500)
    const drop = await run(world.server, 'query($id: ID!) { drop(id: $id) { status } }', { id: dropId })
    expect(drop).toEqual({ status: 'PAUSED' })
  })

  it('makes the claim links once', async () => {
    const dropId = await createDrop(world.server, { shortcode: 'twice-linked' })
    const { page } = await visit()
    await page.goto(`/dashboard/drops/${dropId}/links`)
    await page.getByRole('textbox', { name: 'How many' }).fill('3')
    await page.getByRole('button', { name: 'Create 3 links' }).dblclick()
    await page.getByText('3 links').first().waitFor()
    await page.waitForTimeout(500)
    const links = await run<unknown[]>(world.server, 'query($id: ID!) { claimLinks(dropId: $id) { id } }', {
      id: dropId,
    })
    expect(links).toHaveLength(3)
  })
})
