import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimDrop, createDrop, eventually, run, walletOf } from '../support/drops.ts'
import { type BrowserWorld, inBrowser, saveScreenshot, saveShownSecret, signedInBy } from './browser-world.ts'

interface Received {
  readonly id: string
  readonly body: string
  readonly headers: Record<string, string>
}

const defineTests = (world: BrowserWorld) => {
  const received: Received[] = []
  /** Deliveries whose first attempt was answered with an error. */
  const failed = new Set<string>()
  let receiver: Server
  let dropId: string
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      const headers = request.headers as Record<string, string>
      const id = headers['webhook-id'] ?? ''
      const attempt = `${request.url} ${id}`
      const fails = request.url?.startsWith('/fails-first') === true && !failed.has(attempt)
      if (fails) failed.add(attempt)
      received.push({ id, body: await text(request), headers })
      response.writeHead(fails ? 503 : 204).end()
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    dropId = await createDrop(world.server)
  })
  afterAll(() => receiver.close())

  const typesReceived = () => received.map(({ body }) => JSON.parse(body).type)

  it('is created, tested, notified of a claim, and notified again on request', async () => {
    const { port } = receiver.address() as AddressInfo
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto('/dashboard/webhooks')
    await page
      .getByRole('banner')
      .or(page.locator('main'))
      .getByRole('button', { name: 'Add a webhook' })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/hook`)
    await page.getByRole('button', { name: 'Add the webhook' }).click()
    const verifier = new Webhook(await saveShownSecret(page))

    await page.getByRole('heading', { name: `:${port}/hook` }).waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await eventually(
      async () => typesReceived(),
      (types) => types.includes('webhook.test'),
    )

    await claimDrop(world.server, dropId, walletOf(1).address)
    await page.getByText('A wallet claimed').waitFor()
    await page.getByRole('button', { name: 'Show drop.claimed' }).click()
    await page.getByText(walletOf(1).address).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send drop.claimed again' }).click()
    await eventually(
      async () => typesReceived().filter((type) => type === 'drop.claimed').length,
      (times) => times === 2,
    )
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await page.getByText('No delivery has this status.').waitFor()
    await page.getByText('Working').waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Delivered' }).click()
    await page.getByText('A wallet claimed').waitFor()
    const [first, again] = received.filter(({ body }) => JSON.parse(body).type === 'drop.claimed')
    expect(again?.id).toBe(first?.id)
    for (const { body, headers } of received) verifier.verify(body, headers)
  })

  it.each(['desktop', 'phone'] as const)(
    'shows the attempts of a delivery one by one, on a %s',
    async (device) => {
      const { port } = receiver.address() as AddressInfo
      const url = `http://127.0.0.1:${port}/fails-first-${device}`
      const webhook = await run<{ id: string }>(
        world.server,
        'mutation ($url: String!) { createWebhook(input: { url: $url, events: ["drop.claimed"] }) { id } }',
        { url },
      )
      await claimDrop(world.server, dropId, walletOf(device === 'phone' ? 3 : 2).address)
      const { page, context } = await world.visit({ device, saved: signedInBy(world.server.apiKey) })
      await page.goto(`/dashboard/webhooks/${webhook.id}`)
      await page.getByText('2 attempts · answered 204').waitFor()
      await page.getByRole('button', { name: 'Show drop.claimed' }).click()
      const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
      await attempts.first().waitFor()
      expect(await attempts.count()).toBe(2)
      expect(await attempts.nth(0).innerText()).toMatch(/^Answered 204\n.*\d ms\n.*Attempt 2 · /s)
      expect(await attempts.nth(1).innerText()).toMatch(
        /^Answered 503\n.*\d ms\n.*Attempt 1 · .*next attempt /s,
      )
      await saveScreenshot(page, `webhook-attempts-${device}`)
      await context.close()
    },
  )
}

inBrowser('a webhook', defineTests, { WEBHOOK_RETRY_SECONDS: '1' })
