// A claim page shows the correct remaining amount while 200 people per second claim.
import type { WebSocketRoute } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { claimDrop, createDrop, eventually, run, walletOf } from '../support/drops.ts'
import { inBrowser, signedInBy } from './browser-world.ts'

const CLAIMS_A_SECOND = 200
const SECONDS = 5
const POOL = 1_000_000

inBrowser('the live counter', (world) => {
  let dropId: string
  beforeAll(async () => {
    dropId = await createDrop(world.server, { title: 'Gold', shortcode: 'gold', maxAmount: String(POOL) })
  })

  it('never counts back, keeps up, and ends on the very number', async () => {
    const { page } = await world.visit()
    await page.goto('/d/gold')
    const shownLeft = async (): Promise<number> => {
      const text = await page
        .getByText(/^[\d,]+ GOLD$/)
        .nth(1)
        .textContent()
      return Number(text?.replaceAll(/\D/g, ''))
    }
    await eventually(shownLeft, (left) => left === POOL)

    const wallets = Array.from(
      { length: CLAIMS_A_SECOND * SECONDS },
      (_, number) => walletOf(number + 1).address,
    )
    let claimed = 0
    const startedAt = performance.now()
    const claiming = wallets.map(async (address, index) => {
      const dueMs = (index / CLAIMS_A_SECOND) * 1_000
      await new Promise((resolve) => setTimeout(resolve, dueMs))
      await claimDrop(world.server, dropId, address)
      claimed++
    })
    let before = POOL
    let looks = 0
    while (claimed < wallets.length && performance.now() - startedAt < 30_000) {
      const left = await shownLeft()
      expect(left).toBeLessThanOrEqual(before)
      expect(left).toBeGreaterThanOrEqual(POOL - wallets.length)
      before = left
      looks++
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await Promise.all(claiming)
    expect(looks).toBeGreaterThan(SECONDS)
    await eventually(shownLeft, (left) => left === POOL - wallets.length, 3_000)
  })
  it('catches up after a lost connection, and continues automatically', async () => {
    const { page } = await world.visit()
    const sockets = new Set<WebSocketRoute>()
    let isLineCut = false
    await page.routeWebSocket(/graphql/, (socket) => {
      if (isLineCut) return void socket.close({ code: 1001 })
      sockets.add(socket)
      socket.connectToServer()
    })
    // While the connection is cut, the page cannot poll either.
    let isPollCut = false
    await page.route('**/graphql', (route) => (isLineCut || isPollCut ? undefined : route.continue()))
    const id = await createDrop(world.server, { title: 'Silver', shortcode: 'silver', maxAmount: '100' })
    await page.goto('/d/silver')
    const left = (count: number) => page.getByText(`${count} GOLD`, { exact: true }).waitFor()
    const sign = (words: string) => page.getByRole('status').getByText(words).waitFor()
    await left(100)
    await sign('Up to date')

    isLineCut = true
    for (const socket of sockets) await socket.close({ code: 1001 })
    await sign('Connecting …')
    await claimDrop(world.server, id, walletOf(1).address)
    isLineCut = false
    await sign('Up to date')
    await left(99)

    // From here on, only the subscription can update the page.
    isPollCut = true
    await claimDrop(world.server, id, walletOf(2).address)
    await left(98)
  })

  it('shows the owner what changed after the first read and before the subscription began', async () => {
    const id = await createDrop(world.server, { title: 'Tin' })
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    let begin = () => {}
    await page.routeWebSocket(/graphql/, (socket) => {
      const far = socket.connectToServer()
      socket.onMessage((message) => {
        begin = () => far.send(message)
        socket.onMessage((later) => far.send(later))
      })
    })
    await page.goto(`/dashboard/drops/${id}`)
    const claimed = page.getByTestId('claimed')
    await claimed.waitFor()
    // From here on, the page reads only what the subscription makes it read.
    await claimDrop(world.server, id, walletOf(3).address)
    begin()
    await page.getByRole('status').getByText('Up to date').waitFor()
    await expect.poll(() => claimed.textContent()).toBe('1')
  })

  it('reads the terms of a drop again only after they have changed, while updates do not arrive', async () => {
    const id = await createDrop(world.server, { title: 'Zinc' })
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.routeWebSocket(/graphql/, (socket) => socket.close({ code: 1001 }))
    let reads = 0
    page.on('request', (request) => {
      if (request.postData()?.includes('query DropOnScreen')) reads += 1
    })
    await page.goto(`/dashboard/drops/${id}`)
    const claimed = page.getByTestId('claimed')
    await claimed.waitFor()
    await claimDrop(world.server, id, walletOf(4).address)
    await expect.poll(() => claimed.textContent()).toBe('1')
    expect(reads).toBe(1)
    await run(world.server, 'mutation ($id: ID!) { updateDrop(id: $id, input: { title: "Brass" }) { id } }', {
      id,
    })
    await page.getByRole('heading', { name: 'Brass', level: 1 }).waitFor()
    expect(reads).toBe(2)
  })

  it.each([
    ['for a while', true, 'Up to date'],
    ['for good', false, 'Connecting …'],
  ])('shows the owner what changed after the subscription was refused %s', async (_how, retryable, sign) => {
    const id = await createDrop(world.server, { title: 'Copper' })
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    let refusals = retryable ? 2 : Number.POSITIVE_INFINITY
    await page.routeWebSocket(/graphql/, (socket) => {
      const far = socket.connectToServer()
      socket.onMessage((message) => {
        const { id: operation, type, payload } = JSON.parse(String(message))
        if (type !== 'subscribe' || !payload.query.includes('dropUpdates') || refusals-- <= 0)
          return far.send(message)
        const extensions = { code: 'RATE_LIMITED', retryable, retryAfterMs: 200 }
        return socket.send(
          JSON.stringify({ id: operation, type: 'error', payload: [{ message: 'busy', extensions }] }),
        )
      })
    })
    await page.goto(`/dashboard/drops/${id}`)
    await page.getByRole('status').getByText(sign).first().waitFor()
    await run(world.server, 'mutation($id: ID!) { updateDrop(id: $id, input: { status: PAUSED }) { id } }', {
      id,
    })
    await page.getByRole('button', { name: 'Pause' }).waitFor({ state: 'detached', timeout: 10_000 })
  })

  it('connects within 30 seconds after a long outage', async () => {
    world.allowProblems()
    const { page } = await world.visit()
    let attempts = 0
    await page.routeWebSocket(/graphql/, (socket) => {
      attempts += 1
      void socket.close({ code: 1001 })
    })
    await createDrop(world.server, { title: 'Zinc', shortcode: 'zinc' })
    await page.clock.install()
    await page.goto('/d/zinc')
    await page.getByText('Connecting …').waitFor()
    const pass = async (minutes: number) => {
      for (let seconds = 0; seconds < minutes * 60; seconds += 15) {
        await page.clock.runFor(15_000)
        // The socket closes in real time.
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    await pass(5)
    const before = attempts
    await pass(2)
    expect(attempts - before).toBeGreaterThanOrEqual(3)
  })

  it('replaces a connection that is dead without having been closed', async () => {
    world.allowProblems()
    const { page } = await world.visit()
    let connections = 0
    await page.routeWebSocket(/graphql/, (socket) => {
      connections += 1
      const isDead = connections === 1
      const far = socket.connectToServer()
      socket.onMessage((message) => {
        if (!isDead || !String(message).includes('"ping"')) far.send(message)
      })
    })
    await createDrop(world.server, { title: 'Iron', shortcode: 'iron' })
    await page.goto('/d/iron')
    await eventually(
      async () => connections,
      (count) => count >= 2,
      40_000,
    )
  })
})
