import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { inBrowser, saveShownSecret, signedInBy } from './browser-world.ts'

inBrowser('an API key', (world) => {
  it('is made, shown once, used by curl, and worth nothing once it is revoked', async () => {
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto('/dashboard/settings')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Shop server')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const key = await saveShownSecret(page)
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
  })

  it('can be copied on a page without https, where browsers have no clipboard API', async () => {
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'))
    await page.goto('/dashboard/settings')
    const dialog = page.getByRole('dialog')
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await page.getByRole('button', { name: 'New key' }).click()
    await name.fill('Copied')
    await dialog.getByRole('button', { name: 'Create the key' }).click()
    await dialog.getByRole('button', { name: /^Copy/ }).click()
    await dialog.getByRole('button', { name: 'Copied' }).waitFor()
    const key = await saveShownSecret(page)
    await page.getByRole('button', { name: 'New key' }).click()
    await name.press('Control+v')
    expect(await name.inputValue()).toBe(key)
  })

  it('for web pages is made for origins, works there alone, and is listed as publishable', async () => {
    const { page } = await world.visit({ device: 'phone', saved: signedInBy(world.server.apiKey) })
    await page.goto('/dashboard/settings')
    await page.getByRole('button', { name: 'New publishable key' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop pages')
    await dialog.getByRole('textbox', { name: 'Origins' }).fill('shop.example')
    await dialog.getByRole('button', { name: 'Create key' }).tap()
    await dialog.getByText(/not the address of a site/).waitFor()
    await dialog.getByRole('textbox', { name: 'Origins' }).fill('https://shop.example')
    await dialog.getByRole('button', { name: 'Create key' }).tap()
    const key = (await dialog.getByTestId('publishable-key').locator('code').textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Done' }).tap()
    await page.getByText('Shop pages', { exact: true }).waitFor()
    await page.getByText('Publishable', { exact: true }).waitFor()
    const askFrom = async (origin: string) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', origin }
      const body = JSON.stringify({ query: '{ service { chain } }' })
      return (await fetch(`${world.server.url}/graphql`, { method: 'POST', headers, body })).json()
    }
    expect(await askFrom('https://shop.example')).toEqual({ data: { service: { chain: 'fake' } } })
    expect(await askFrom('https://other.example')).toHaveProperty('errors')
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
