import { beforeAll, expect, it } from 'vitest'
import { createDrop, eventually } from '../support/drops.ts'
import { inBrowser, signedInBy } from './browser-world.ts'

inBrowser('the explorer', (world) => {
  beforeAll(() => createDrop(world.server, { title: 'Gold for all', shortcode: 'gold' }))

  it('opens with the key of the signed-in user, and runs a query against this server only', async () => {
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto('/graphql?explorerIsOpen=true')
    await page.getByText('Explorer').first().waitFor()
    await page.locator('.graphiql-query-editor .view-lines').click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('Delete')
    // Uses the operation name of the replaced example, because the editor determines the operation to run with a delay.
    await page.keyboard.insertText('query MyDrops { dropByShortcode(shortcode: "gold") { title status } }')
    await page.getByRole('button', { name: /^Execute/ }).click()
    // The editor writes non-breaking spaces.
    const answered = async () => (await page.locator('.graphiql-response').innerText()).replaceAll(/\s/g, ' ')
    await eventually(answered, (text) => text.includes('"Gold for all"') && text.includes('"ACTIVE"'))
  })

  it('tells a user without a key how to get one, and accepts one', async () => {
    const { page } = await world.visit()
    await page.goto('/graphql?explorerIsOpen=true')
    const asking = page.getByRole('region', { name: 'You need a key to look around' })
    const signIn = asking.getByRole('link', { name: 'Sign in to the dashboard' })
    expect(await signIn.getAttribute('href')).toBe('/dashboard')
    // The schema can be read without signing in.
    await page
      .getByRole('checkbox', { name: 'dropByShortcode' })
      .or(page.getByText('dropByShortcode'))
      .first()
      .waitFor()
    expect(await page.getByText('No Schema Available').count()).toBe(0)
    await asking.getByLabel('API key', { exact: true }).fill(world.server.apiKey)
    await asking.getByRole('button', { name: 'Use this key' }).click()
    await asking.waitFor({ state: 'detached' })
  })
})
