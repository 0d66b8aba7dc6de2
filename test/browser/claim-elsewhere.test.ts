// Claims from pages of another origin with a strict content security policy, with the custom element and with React.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundle, makeFolder, recipe } from '../client/recipes.ts'
import { createDrop, eventually, run } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { withBrowser } from './browser-world.ts'

/** A wallet like a browser extension: it announces itself by the Wallet Standard, and its keys are outside the page. */
const EXTENSION = `
const account = { address: ADDRESS, publicKey: new Uint8Array(32), chains: ['sui:mainnet'], features: [] }
const elsewhere = { ...account, address: '7vYyC', chains: ['solana:mainnet'] }
window.isLate = false
window.isSilent = false
window.isMixed = false
const connected = async () => {
  if (isLate) await new Promise((resolve) => { window.answerLate = resolve })
  return { accounts: isMixed ? [elsewhere, account] : [account] }
}
const wallet = window.testWallet = {
  version: '1.0.0', name: 'Test wallet', icon: 'data:image/svg+xml,', chains: ['sui:mainnet'], accounts: [account],
  features: {
    'standard:connect': { version: '1.0.0', connect: connected },
    'sui:signPersonalMessage': {
      version: '1.1.0',
      signPersonalMessage: async ({ message }) => ({ signature: await signByTest(new TextDecoder().decode(message)) }),
    },
    'sui:signAndExecuteTransaction': {
      version: '2.0.0',
      signAndExecuteTransaction: async ({ transaction }) =>
        isSilent ? new Promise(() => {}) : { digest: await executeByTest(await transaction.toJSON()) },
    },
  },
}
const announce = (api) => api.register(wallet)
addEventListener('wallet-standard:app-ready', ({ detail }) => announce(detail))
dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: announce }))`

withBrowser('a page of another origin', (launched) => {
  const folder = makeFolder()
  const pages = new Map<string, { readonly type: string; readonly text: string }>()
  let server: TestServer
  let site: Server
  let origin: string
  let key: string

  beforeAll(async () => {
    site = createServer((request, response) => {
      const page = pages.get(request.url ?? '')
      const csp = `default-src 'none'; script-src 'self'; connect-src ${server.url} ${server.webSocketUrl.replace(/\/graphql$/, '')}`
      response.writeHead(page ? 200 : 404, {
        'content-type': page?.type ?? 'text/plain',
        'content-security-policy': csp,
      })
      response.end(page?.text)
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    origin = `http://127.0.0.1:${(site.address() as { port: number }).port}`
    server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '0' } })
    const created = await run<{ secret: string }>(
      server,
      `mutation($origins: [String!]!) {
        createPublishableKey(input: { name: "shop", origins: $origins }) { secret }
      }`,
      { origins: [origin] },
    )
    key = created.secret
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    site?.close()
    await server?.stop()
  })

  /** Opens a page in a browser with a new wallet. A policy violation or a console error fails the test. */
  async function open(path: string, { isFirstAnswerLost = false, hasWallet = true } = {}) {
    let isLost = isFirstAnswerLost
    let tellSent = () => {}
    const sent = new Promise<void>((resolve) => {
      tellSent = resolve
    })
    const keys = Ed25519Keypair.generate()
    const address = keys.toSuiAddress()
    const page = await launched.browser.newPage({ viewport: { width: 360, height: 740 } })
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico'))
        errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.exposeFunction('signByTest', async (message: string) => {
      const { signature } = await keys.signPersonalMessage(new TextEncoder().encode(message))
      return signature
    })
    await page.exposeFunction('executeByTest', async (transactionBytes: string) => {
      const isThisLost = isLost
      isLost = false
      const { status, body } = await server.fakeChain('execute', { sender: address, transactionBytes })
      if (status !== 200) throw new Error(JSON.stringify(body))
      tellSent()
      // The chain has executed the transaction, but the wallet never answers. People reload the page in this situation.
      if (isThisLost) await new Promise(() => {})
      return String(body['txHash'])
    })
    if (hasWallet)
      await page.addInitScript({ content: EXTENSION.replace('ADDRESS', JSON.stringify(address)) })
    await page.goto(`${origin}${path}`)
    return { page, address, errors, sent }
  }

  const claimsOf = (dropId: string, userAddress: string) =>
    run<readonly { status: string }[]>(
      server,
      `query($dropId: ID!, $userAddress: String!) {
        claims(filter: { dropId: $dropId, userAddress: $userAddress }) { status }
      }`,
      { dropId, userAddress },
    )

  const publish = async (path: string, html: string, script: string) => {
    pages.set(path, { type: 'text/html; charset=utf-8', text: html })
    const [, src = ''] = /src="([^"]+)"/.exec(html) ?? []
    pages.set(src, { type: 'text/javascript; charset=utf-8', text: script })
  }

  const ELEMENT = `import '@dropkit/client/element'`

  /** Publishes the page of the documentation for another drop, under the drop's name. */
  async function publishElement(drop: string, attributes = '') {
    const html = recipe('html', server.url, key)
      .replace('drop="pepper-for-all"', `drop="${drop}" ${attributes}`)
      .replace('dropkit-claim.js', `${drop}.js`)
    await publish(`/${drop}.html`, html, await bundle(folder, 'element.js', ELEMENT))
  }

  async function openElement(drop: string, { attributes = '', hasWallet = true } = {}) {
    await publishElement(drop, attributes)
    return open(`/${drop}.html`, { hasWallet })
  }

  it('claims with the element in one tap, and once when it is reloaded in the middle', async () => {
    const dropId = await createDrop(server, {
      shortcode: 'pepper-for-all',
      title: 'Pepper for all',
      maxPerWallet: 3,
    })
    const html = recipe('html', server.url, key)
    expect(html.trim().split('\n').length).toBeLessThanOrEqual(10)
    await publish('/claim.html', html, await bundle(folder, 'element.js', ELEMENT))

    const quick = await open('/claim.html')
    await quick.page.getByRole('heading', { name: 'Pepper for all' }).waitFor()
    await quick.page.getByRole('button', { name: 'Claim', exact: true }).click()
    await quick.page.getByText('Claimed. It is in your wallet.').waitFor()
    expect(await claimsOf(dropId, quick.address)).toEqual([{ status: 'CONFIRMED' }])
    expect(quick.errors).toEqual([])

    const interrupted = await open('/claim.html', { isFirstAnswerLost: true })
    await interrupted.page.getByRole('button', { name: 'Claim' }).click()
    await interrupted.sent
    await interrupted.page.getByText('Confirm the claim in your wallet.').waitFor()
    await interrupted.page.reload()
    await interrupted.page.getByRole('button', { name: 'Claim' }).click()
    await interrupted.page.getByText('Claimed. It is in your wallet.').waitFor()
    expect(await claimsOf(dropId, interrupted.address)).toEqual([{ status: 'CONFIRMED' }])
    expect(interrupted.errors).toEqual([])
  })

  const ELEMENT_OF_PAGE = `document.querySelector('dropkit-claim')`

  it('names its parts, so that the page can style them', async () => {
    const terms = { title: 'Parts', description: 'For all', price: 0.5 }
    await createDrop(server, { shortcode: 'parts', ...terms })
    const { page } = await openElement('parts')
    await page.getByText('Price: 0.5 SUI').waitFor()
    const parts = `[...${ELEMENT_OF_PAGE}.shadowRoot.querySelectorAll('[part]')]
      .map(({ part, textContent }) => [part.value, textContent])`
    expect(await page.evaluate(parts)).toEqual([
      ['title', 'Parts'],
      ['description', 'For all'],
      ['price', 'Price: 0.5 SUI'],
      ['status', ''],
      ['button', 'Claim'],
    ])
  })

  it('tells the page each state of a claim, also from inside another element', async () => {
    await createDrop(server, { shortcode: 'states', title: 'States' })
    const { page } = await openElement('states')
    await page.evaluate(`{
      window.states = []
      document.addEventListener('dropkit-state', ({ detail }) => states.push(detail.kind))
      const host = document.createElement('div')
      document.body.append(host)
      host.attachShadow({ mode: 'open' }).append(document.querySelector('dropkit-claim'))
    }`)
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText('Claimed. It is in your wallet.').waitFor()
    const states = await page.evaluate<string[]>('states')
    expect([states[0], states.at(-1)]).toEqual(['checking', 'confirmed'])
  })

  it('finds a drop by its id, and says if there is none, or no attribute for it', async () => {
    const id = await createDrop(server, { title: 'By its id' })
    const { page, errors } = await openElement(id)
    await page.getByRole('heading', { name: 'By its id' }).waitFor()
    await page.evaluate(`${ELEMENT_OF_PAGE}.setAttribute('drop', 'no-drop')`)
    await page.getByText('This drop does not exist.').waitFor()
    await page.evaluate(`${ELEMENT_OF_PAGE}.removeAttribute('drop')`)
    await page.getByText('dropkit-claim needs the attributes server and drop.').waitFor()
    expect(errors).toEqual([])
  })

  it('shows the price of as many items as its attributes name now', async () => {
    await createDrop(server, { shortcode: 'counted', title: 'Counted', price: 0.5, tokenAmount: null })
    const { page } = await openElement('counted')
    await page.getByText('Price: 0.5 SUI').waitFor()
    for (const [name, count] of [
      ['amount', 3],
      ['quantity', 2],
    ] as const) {
      await page.evaluate(`${ELEMENT_OF_PAGE}.setAttribute('${name}', '${count}')`)
      await page.getByText(`Price: ${count} × 0.5 SUI`).waitFor()
    }
  })

  it.each([
    ['has no account', '({ accounts: [] })', []],
    ['did not connect', `Promise.reject(new Error('closed'))`, ['Error: closed']],
  ])('says that a wallet %s', async (words, answer, problems) => {
    await createDrop(server, { shortcode: words.replaceAll(' ', '-'), title: 'Wallets' })
    const { page, errors } = await openElement(words.replaceAll(' ', '-'))
    await page.getByRole('heading', { name: 'Wallets' }).waitFor()
    await page.evaluate(`{
      testWallet.accounts = []
      testWallet.features['standard:connect'].connect = async () => ${answer}
    }`)
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText(`Test wallet ${words}.`).waitFor()
    expect(errors.map((error) => error.split('\n')[0])).toEqual(problems)
  })

  it('claims to another address with the attribute `recipient`', async () => {
    const recipient = `0x${'7'.repeat(64)}`
    const dropId = await createDrop(server, { shortcode: 'for-a-friend', title: 'For a friend' })
    const { page, address, errors } = await openElement('for-a-friend', {
      attributes: `recipient="${recipient}"`,
    })
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText(`Claimed. It is in ${recipient}.`).waitFor()
    const query = `query($id: ID!) { claims(filter: { dropId: $id }) { status userAddress recipient } }`
    expect(await run(server, query, { id: dropId })).toEqual([
      { status: 'CONFIRMED', userAddress: address, recipient },
    ])
    expect(errors).toEqual([])
  })

  it('pays once for the attribute `quantity` and claims each item, also when it is reloaded in the middle', async () => {
    const dropId = await createDrop(server, { shortcode: 'three', title: 'Three' })
    const { page, address, errors } = await openElement('three', { attributes: 'quantity="3"' })
    const claims = (count: number) =>
      eventually(
        () => claimsOf(dropId, address),
        (made) => made.filter(({ status }) => status === 'CONFIRMED').length >= count,
      )
    await server.fakeChain('faucet', { address, coinType: '0x2::sui::SUI', amount: '5000000000' })
    await page.getByRole('heading', { name: 'Three' }).waitFor()
    const raise = 'mutation ($id: ID!) { updateDrop(id: $id, input: { price: 0.5 }) { id } }'
    await run(server, raise, { id: dropId })
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText('The price has changed, and nothing was paid.').waitFor()
    await page.getByText('Price: 3 × 0.5 SUI').waitFor()
    await page.getByRole('button', { name: 'Claim' }).click()
    await claims(1)
    await page.reload()
    await page.getByText('Price: 3 × 0.5 SUI').waitFor()
    await page.getByRole('button', { name: 'Claim' }).click()
    expect(await claims(3)).toHaveLength(3)
    await page.getByText('Claimed. It is in your wallet.').waitFor()
    await eventually(
      () => page.getByRole('button', { name: 'Claim' }).count(),
      (count) => count === 0,
    )
    const proceeds = 'query($id: ID!) { drop(id: $id) { proceeds { receivedAtomic } } }'
    expect(await run(server, proceeds, { id: dropId })).toEqual({
      proceeds: { receivedAtomic: '1500000000' },
    })
    expect(errors).toEqual([])
  })

  it('pays for as many base units as the attribute `amount` names', async () => {
    const terms = { shortcode: 'units', title: 'Units', price: 0.5, tokenAmount: null }
    const dropId = await createDrop(server, terms)
    const { page, address, errors } = await openElement('units', { attributes: 'amount="3"' })
    await server.fakeChain('faucet', { address, coinType: '0x2::sui::SUI', amount: '5000000000' })
    await page.getByText('Price: 3 × 0.5 SUI').waitFor()
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText('Claimed. It is in your wallet.').waitFor()
    expect(await claimsOf(dropId, address)).toMatchObject([{ status: 'CONFIRMED' }])
    expect(errors).toEqual([])
  })

  const RULES = [
    { key: 'claim_count', operator: '>=', value: '1', description: 'Claim something else before.' },
    { key: 'account_age_days', operator: '>=', value: '9' },
  ]

  it.each([
    ['closed', { status: 'PAUSED' }, 'This drop is paused.', []],
    ['links', { isLinkOnly: true }, 'This drop can only be claimed with a claim link', []],
    ['ruled', {}, /^This wallet does not meet the rules of this drop. Claim something else before.$/, RULES],
  ])(
    'shows why a claim of the drop %s was refused, and offers it again',
    async (shortcode, more, words, rules) => {
      const id = await createDrop(server, { shortcode, title: shortcode, ...more })
      const setRules =
        'mutation($id: ID!, $input: UpdateGatingConfigInput!) { updateGatingConfig(dropId: $id, input: $input) { id } }'
      if (rules.length > 0) await run(server, setRules, { id, input: { isActive: true, rules } })
      const { page, errors } = await openElement(shortcode)
      await page.getByRole('button', { name: 'Claim' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText(words).waitFor()
      expect(await page.getByText('Price:').count()).toBe(0)
      await page.getByRole('button', { name: 'Claim', disabled: false }).and(page.locator(':focus')).waitFor()
      // Another wallet announces itself.
      await page.evaluate(EXTENSION.replace('ADDRESS', '""').replace('Test wallet', 'Other wallet'))
      await page.getByRole('button', { name: 'Claim with Other wallet' }).waitFor()
      await page.getByRole('button', { name: 'Claim with Test wallet' }).and(page.locator(':focus')).waitFor()
      expect(errors).toEqual([])
    },
  )

  it('asks a visitor without a wallet to install one', async () => {
    await createDrop(server, { shortcode: 'walletless', title: 'Walletless' })
    const { page, errors } = await openElement('walletless', { hasWallet: false })
    await page.getByText('Install a Sui wallet in this browser to claim.').waitFor()
    expect(errors).toEqual([])
  })

  it('shows nothing of a run on the drop before, after its attribute `drop` changed', async () => {
    await createDrop(server, { shortcode: 'first', title: 'First' })
    await createDrop(server, { shortcode: 'second', title: 'Second' })
    const { page, errors } = await openElement('first')
    // The first claim gets no answer.
    await page.route('**/graphql*', (route) =>
      route.request().postData()?.includes('mutation FlowReserve') ? undefined : route.continue(),
    )
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText('Reserving your share…').waitFor()
    await page.evaluate(`document.querySelector('dropkit-claim').setAttribute('drop', 'second')`)
    await page.getByRole('heading', { name: 'Second' }).waitFor()
    expect(await page.getByRole('status').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Claim' }).isEnabled()).toBe(true)
    expect(errors).toEqual([])
  })

  it('claims nothing if its attribute `drop` changes, or it is removed, while the wallet connects', async () => {
    const drops = [
      await createDrop(server, { shortcode: 'chosen', title: 'Chosen' }),
      await createDrop(server, { shortcode: 'not-chosen', title: 'Not chosen' }),
    ]
    const { page, address, errors } = await openElement('chosen')
    await page.getByRole('heading', { name: 'Chosen' }).waitFor()
    const claim = page.getByRole('button', { name: 'Claim' })
    const answerOfWallet = () => page.evaluate('answerLate()')
    await page.evaluate('isLate = true')
    await claim.click()
    await page.evaluate(`document.querySelector('dropkit-claim').setAttribute('drop', 'not-chosen')`)
    await page.getByRole('heading', { name: 'Not chosen' }).waitFor()
    await answerOfWallet()
    await claim.click()
    await page.evaluate(`document.querySelector('dropkit-claim').remove()`)
    await answerOfWallet()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    for (const dropId of drops) expect(await claimsOf(dropId, address)).toEqual([])
    expect(errors).toEqual([])
  })

  it('asks a wallet that never answers again after the element was moved in the page', async () => {
    const dropId = await createDrop(server, { shortcode: 'silent', title: 'Silent' })
    const { page, address, errors } = await openElement('silent')
    await page.evaluate('isSilent = true')
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText('Confirm the claim in your wallet.').waitFor()
    await page.evaluate('isSilent = false')
    await page.evaluate('document.body.prepend(document.querySelector("dropkit-claim"))')
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText('Claimed. It is in your wallet.').waitFor()
    expect(await claimsOf(dropId, address)).toEqual([{ status: 'CONFIRMED' }])
    expect(errors).toEqual([])
  })

  it('claims with the account on Sui of a wallet that has accounts of several chains', async () => {
    const dropId = await createDrop(server, { shortcode: 'chains', title: 'Chains' })
    const { page, address } = await openElement('chains')
    await page.evaluate('isMixed = true')
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText('Claimed. It is in your wallet.').waitFor()
    expect(await claimsOf(dropId, address)).toEqual([{ status: 'CONFIRMED' }])
  })

  it('pays nothing before the visitor has seen the price, also if the service was down when the page was opened', async () => {
    const dropId = await createDrop(server, { shortcode: 'unseen', title: 'Unseen', price: 0.5 })
    await publishElement('unseen')
    const { page, address } = await open('/walletless.html')
    await page.route('**/graphql*', (route) => route.fulfill({ status: 404, body: 'Not found' }))
    await page.goto(`${origin}/unseen.html`)
    await page.getByText('The service gave an answer that is not JSON (status 404)').waitFor()
    await page.unrouteAll()
    await server.fakeChain('faucet', { address, coinType: '0x2::sui::SUI', amount: '1000000000' })
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText('The price has changed, and nothing was paid.').waitFor()
    await page.getByRole('heading', { name: 'Unseen' }).waitFor()
    await page.getByText('Price: 0.5 SUI').waitFor()
    expect(await claimsOf(dropId, address)).toEqual([])
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText('Claimed. It is in your wallet.').waitFor()
  })

  async function pay(page: Page, address: string) {
    await server.fakeChain('faucet', { address, coinType: '0x2::sui::SUI', amount: '1000000000' })
    await page.getByRole('button', { name: /^Claim/ }).click()
  }

  it('pays and claims with React, and shows it as it happens elsewhere', async () => {
    const dropId = await createDrop(server, { shortcode: 'for-money', title: 'For money', price: 0.5 })
    const main = `${recipe('tsx', server.url, key)}
import { createRoot } from 'react-dom/client'
createRoot(document.querySelector('main') as HTMLElement).render(<ClaimButton place="for-money" />)`
    const html =
      '<!doctype html><title>React</title><main></main><script type="module" src="/react.js"></script>'
    await publish('/react.html', html, await bundle(folder, 'main.tsx', main))
    const { page, address, errors } = await open('/react.html')
    await page.getByRole('button', { name: 'Claim For money' }).waitFor()
    const update =
      'mutation($id: ID!) { updateDrop(id: $id, input: { title: "For less", shortcode: "for-less" }) { id } }'
    await run(server, update, { id: dropId })
    await page.getByRole('button', { name: 'Claim For less' }).waitFor()
    await pay(page, address)
    await page.getByText('Claimed. It is in your wallet.').waitFor()
    expect(await claimsOf(dropId, address)).toEqual([{ status: 'CONFIRMED' }])
    const proceeds = 'query($id: ID!) { drop(id: $id) { proceeds { receivedAtomic } } }'
    expect(await run(server, proceeds, { id: dropId })).toEqual({ proceeds: { receivedAtomic: '500000000' } })
    expect(errors).toEqual([])
  })

  it('shows with React what changed while the drop was read', async () => {
    const dropId = await createDrop(server, { shortcode: 'changing', title: 'Before' })
    const main = `${recipe('tsx', server.url, key)}
import { createRoot } from 'react-dom/client'
setTimeout(() => createRoot(document.querySelector('main') as HTMLElement).render(<ClaimButton place="changing" />), 500)`
    const html =
      '<!doctype html><title>React</title><main></main><script type="module" src="/changing.js"></script>'
    await publish('/changing.html', html, await bundle(folder, 'changing.tsx', main))
    const { page, errors } = await open('/changing.html')
    let isFirst = true
    await page.route('**/graphql*', async (route) => {
      if (!isFirst || !route.request().postData()?.includes('query DropByShortcode')) return route.continue()
      isFirst = false
      const response = await route.fetch()
      const update = 'mutation($id: ID!) { updateDrop(id: $id, input: { title: "After" }) { id } }'
      await run(server, update, { id: dropId })
      return route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Claim After' }).waitFor()
    expect(isFirst).toBe(false)
    expect(errors).toEqual([])
  })

  it('reads with React again whether a wallet may claim, also after a refusal', async () => {
    const main = `import { DropkitProvider, useEligibility } from '@dropkit/client/react'
import { createRoot } from 'react-dom/client'
const found = (eligible: boolean) => ({ ok: true, value: { checkEligibility: { eligible, retryable: !eligible } } })
const refused = () => ({ ok: false, refusal: { code: 'UNAUTHENTICATED', message: '', retryable: false, details: {} } })
const answers = [found(false), refused(), found(true)]
const client = { session: () => undefined, query: async () => answers.shift() }
const Claimer = () => <p>{String(useEligibility('drop_1', '0x1').value?.eligible)}</p>
createRoot(document.querySelector('main') as HTMLElement).render(<DropkitProvider client={client}><Claimer /></DropkitProvider>)`
    const html =
      '<!doctype html><title>React</title><main></main><script type="module" src="/eligible.js"></script>'
    await publish('/eligible.html', html, await bundle(folder, 'eligible.tsx', main))
    const { page, errors } = await open('/eligible.html')
    await page.getByText('false').waitFor()
    await page.getByText('true').waitFor()
    expect(errors).toEqual([])
  })

  it('follows a drop with React again after the service was down, and after the session has ended', async () => {
    const main = `import type { DropkitClient } from '@dropkit/client'
import { DropkitProvider, useDrop } from '@dropkit/client/react'
import { createRoot } from 'react-dom/client'
const found = (title: string) => ({ ok: true, value: { drop: { id: 'drop_1', title }, dropByShortcode: { id: 'drop_1', title } } })
const refused = (code: string, retryable: boolean) => ({ ok: false, refusal: { code, message: '', retryable, details: {} } })
const answers = [refused('UNREACHABLE', true), found('First'), refused('UNAUTHENTICATED', false)]
let session: object | undefined = {}
const asked: string[] = []
Object.assign(window, { asked })
const client = {
  session: () => session,
  async query(document: object, variables: object) {
    if (String(document).includes('eventCursor')) return { ok: true, value: { service: { eventCursor: 'event_1' } } }
    asked.push(Object.keys(variables).join())
    const answer = answers.shift() ?? found('Again')
    if (!answer.ok && answers.length === 0) session = undefined
    return answer
  },
  async *subscribe() {
    await new Promise((resolve) => setTimeout(resolve, 500))
    yield {}
    await new Promise(() => {})
  },
} as unknown as DropkitClient
const Drop = () => <p>{useDrop('a-code').value?.title}</p>
createRoot(document.querySelector('main') as HTMLElement).render(<DropkitProvider client={client}><Drop /></DropkitProvider>)`
    const html =
      '<!doctype html><title>React</title><main></main><script type="module" src="/again.js"></script>'
    await publish('/again.html', html, await bundle(folder, 'again.tsx', main))
    const { page, errors } = await open('/again.html')
    await page.getByText('Again').waitFor()
    // A shortcode can change, so a drop that is known is read by its id.
    expect((await page.evaluate<string[]>('asked')).slice(0, 4)).toEqual([
      'shortcode',
      'shortcode',
      'id',
      'id',
    ])
    expect(errors).toEqual([])
  })

  it('lets a React page choose the wallet and load the client at the first tap, and names each claim of a run', async () => {
    const dropId = await createDrop(server, { shortcode: 'two', title: 'Two', maxPerWallet: 2 })
    const main = `import { createClient } from '@dropkit/client'
import { DropkitProvider, useClaim, useWallets } from '@dropkit/client/react'
import { createRoot } from 'react-dom/client'
let loads = 0
const load = async () => {
  loads += 1
  if (loads === 1) throw new Error('offline')
  return createClient({ url: '${server.url}', key: '${key}' })
}
const kinds: string[] = []
function Claim() {
  const [found] = useWallets()
  const { state, claims, isRunning, claim, reset } = useClaim({ onState: ({ kind }) => kinds.push(kind) })
  const claimBy = (wallet: () => Promise<any>) => () => claim({ drop: 'two', quantity: 2, wallet })
  const cause = state?.kind === 'refused' ? String(state.refusal.cause) : ''
  return <>
    <button onClick={claimBy(() => Promise.reject(new Error('locked')))}>Locked</button>
    <button onClick={claimBy(async () => null)}>Cancel</button>
    <button disabled={isRunning || !found} onClick={claimBy(() => found!.connect())}>Claim</button>
    <button onClick={reset}>Reset</button>
    <p>{cause} {isRunning ? 'busy' : 'idle'} {claims.map(({ status }) => status).join(' ')} {kinds.includes('checking') ? 'told' : ''} {state === null ? 'nothing' : ''}</p>
  </>
}
createRoot(document.querySelector('main') as HTMLElement).render(<DropkitProvider client={load}><Claim /></DropkitProvider>)`
    const html =
      '<!doctype html><title>React</title><main></main><script type="module" src="/two.js"></script>'
    await publish('/two.html', html, await bundle(folder, 'two.tsx', main))
    const { page, address, errors } = await open('/two.html')
    const tap = (name: string) => page.getByRole('button', { name }).click()
    await tap('Locked')
    await page.getByText('Error: locked idle').waitFor()
    await tap('Cancel')
    await page.getByText('idle nothing').waitFor()
    await tap('Claim')
    await page.getByText('Error: offline idle').waitFor()
    await tap('Claim')
    await page.getByText('idle CONFIRMED CONFIRMED told').waitFor()
    expect(await claimsOf(dropId, address)).toHaveLength(2)
    await tap('Reset')
    await page.getByText('idle told nothing').waitFor()
    expect(errors).toEqual([])
  })
})
