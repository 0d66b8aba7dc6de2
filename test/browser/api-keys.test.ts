import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { inBrowser, keepShownSecret, signedInBy } from './browser-world.ts'

inBrowser('an API key', (world) => {
  it('is made, shown once, used by curl, and worth nothing once it is revoked', async () => {
    const { page, context } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto('/dashboard/settings')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Shop server')
    await page.getByRole('button', { name: 'Make the key' }).click()
    const key = await keepShownSecret(page)
    const asked = () => askByCurl(world.server.url, key)
    expect(asked()).toEqual({ data: { me: { username: 'admin' } } })

    await page.reload()
    await page.getByText('Shop server', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Revoke Shop server' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await page.getByText('Shop server', { exact: true }).waitFor({ state: 'hidden' })
    expect(asked()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
    await context.close()
    world.assertQuiet()
  })
})

const askByCurl = (url: string, key: string): unknown =>
  JSON.parse(
    execFileSync('curl', [
      '-sS',
      `${url}/graphql`,
      ...['-H', `Authorization: Bearer ${key}`],
      ...['-H', 'Content-Type: application/json'],
      ...['-d', '{"query": "{ me { username } }"}'],
    ]).toString(),
  )
