import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimDrop, createDrop, eventually } from '../support/drops.ts'
import { walletOf } from '../support/wallet.ts'
import { inBrowser, keepShownSecret, signedInBy } from './browser-world.ts'

interface Received {
  readonly id: string
  readonly body: string
  readonly headers: Record<string, string>
}

inBrowser('a webhook', (world) => {
  const received: Received[] = []
  let receiver: Server
  let dropId: string
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      const headers = request.headers as Record<string, string>
      received.push({ id: headers['webhook-id'] ?? '', body: await text(request), headers })
      response.writeHead(204).end()
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    dropId = await createDrop(world.server)
  })
  afterAll(() => receiver.close())

  const typesReceived = () => received.map(({ body }) => JSON.parse(body).type)

  it('is made, tested, told of a claim, and told once more when asked to', async () => {
    const { port } = receiver.address() as AddressInfo
    const { page, context } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto('/dashboard/webhooks')
    await page
      .getByRole('banner')
      .or(page.locator('main'))
      .getByRole('button', { name: 'Add a webhook' })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/hook`)
    await page.getByRole('button', { name: 'Add the webhook' }).click()
    const verifier = new Webhook(await keepShownSecret(page))

    await page.getByRole('heading', { name: `:${port}/hook` }).waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await eventually(
      async () => typesReceived(),
      (types) => types.includes('webhook.test'),
    )

    await claimDrop(world.server, dropId, walletOf(1).address)
    await page.getByText('Somebody claimed').waitFor()
    await page.getByRole('button', { name: 'Show drop.claimed' }).click()
    await page.getByText(walletOf(1).address).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send drop.claimed again' }).click()
    await eventually(
      async () => typesReceived().filter((type) => type === 'drop.claimed').length,
      (times) => times === 2,
    )
    const [first, again] = received.filter(({ body }) => JSON.parse(body).type === 'drop.claimed')
    expect(again?.id).toBe(first?.id)
    for (const { body, headers } of received) verifier.verify(body, headers)
    await context.close()
    world.assertQuiet()
  })
})
