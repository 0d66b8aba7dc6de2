import { type ClaimState, itemsOfClaim } from '../claim-flow.ts'
import { claimItems } from '../claim-items.ts'
import { createClient, type DropkitClient } from '../client.ts'
import type { ItemPrice } from '../payment-flow.ts'
import type { Refusal } from '../result.ts'
import { document as operation } from '../transport.ts'
import type { Wallet } from '../wallet.ts'
import { sumInWords, wordsOf } from './claim-words.ts'
import { type FoundWallet, findWallets } from './wallet-standard.ts'

interface ShownDrop {
  readonly title: string
  readonly description: string | null
  readonly price: number | null
  readonly currency: string
  readonly tokenAmount: string | null
  readonly supply: number | null
}
const DROP = operation<
  { readonly byId?: ShownDrop | null; readonly byShortcode: ShownDrop | null },
  { readonly place: string; readonly mayBeId: boolean }
>(`query ElementDrop($place: String!, $id: ID = "", $mayBeId: Boolean!) {
  byId: drop(id: $id) @include(if: $mayBeId) { title description price currency tokenAmount supply }
  byShortcode: dropByShortcode(shortcode: $place) { title description price currency tokenAmount supply }
}`)

const SHEET = `
:host { display: block; box-sizing: border-box; max-width: 24rem; padding: 1rem; font: inherit; color: inherit;
  border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 0.75rem; }
:host([hidden]) { display: none; }
h2 { margin: 0 0 0.25rem; font-size: 1.125em; overflow-wrap: anywhere; }
p { margin: 0 0 0.75rem; overflow-wrap: anywhere; }
p:empty { display: none; }
button { display: block; width: 100%; min-height: 2.75rem; margin-top: 0.5rem; padding: 0.5rem 1rem; font: inherit;
  font-weight: 600; color: var(--dropkit-button-text, #fff); background: var(--dropkit-button, #3b3bbf);
  border: 0; border-radius: 0.5rem; cursor: pointer; }
button:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
button[aria-disabled] { opacity: 0.6; cursor: default; }`

/** Events that the element dispatches: `dropkit-state` with each `ClaimState` as its detail. */
export interface DropkitClaimEvents {
  'dropkit-state': CustomEvent<ClaimState>
}

/** Programs that render pages on a server import this file, too, and have no elements. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** If the visitor has not seen the price, the flow ends before it pays, and the element then shows the price. */
const UNSEEN: ItemPrice = { amount: 0, currency: '' }

/**
 * `<dropkit-claim server="https://drops.example" drop="pepper-for-all">`: shows a drop, and claims from it with a wallet of
 * this browser. Attributes: `server`, `drop`, and optionally `key` (a publishable key), `network` (default `mainnet`),
 * `amount`, `quantity` and `recipient`. The element uses no inline styles or scripts, so it works under a strict content security
 * policy.
 */
export class DropkitClaim extends Base {
  static observedAttributes = ['server', 'drop', 'key', 'network', 'amount', 'quantity']
  readonly #title = document.createElement('h2')
  readonly #description = document.createElement('p')
  readonly #cost = document.createElement('p')
  readonly #status = document.createElement('p')
  readonly #buttons = document.createElement('div')
  readonly #buttonsOf = new WeakMap<FoundWallet, HTMLButtonElement>()
  #client: DropkitClient | undefined
  #wallets: readonly FoundWallet[] = []
  #stopLooking = () => {}
  #running: AbortController | undefined
  #isDone = false
  /** Ends when the drop has been read. */
  #reading: Promise<void> = Promise.resolve()
  #reads = new AbortController()
  /** The price of one item that the visitor sees. Undefined until the drop has been read. */
  #price: ItemPrice | undefined
  #drop: ShownDrop | null = null

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(SHEET)
    root.adoptedStyleSheets = [sheet]
    this.#title.part.add('title')
    this.#description.part.add('description')
    this.#cost.part.add('price')
    this.#status.part.add('status')
    this.#status.setAttribute('role', 'status')
    root.append(this.#title, this.#description, this.#cost, this.#status, this.#buttons)
  }

  connectedCallback(): void {
    this.#begin()
  }

  disconnectedCallback(): void {
    this.#stop()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (name === 'quantity' || name === 'amount') this.#showPrice(this.#price)
    else if (this.isConnected && before !== after) this.#begin()
  }

  /** Undefined: what a claim takes. */
  get #quantity(): number | undefined {
    const quantity = this.getAttribute('quantity')
    return quantity === null ? undefined : Number(quantity)
  }

  /** Claims with this wallet, for pages that have their own wallet connection. Returns the last state. */
  async claimWith(wallet: Wallet): Promise<ClaimState | undefined> {
    const client = this.#client
    const drop = this.getAttribute('drop')
    if (!client || !drop || this.#running) return undefined
    const running = new AbortController()
    this.#running = running
    this.#showButtons()
    const [amount, recipient] = [this.getAttribute('amount'), this.getAttribute('recipient')]
    const quantity = this.#quantity
    await this.#reading
    const price = this.#price ?? UNSEEN
    // The drop could not be read before, for example because the service was down.
    if (!this.#price) await this.#showDrop(client, drop)
    let last: ClaimState | undefined
    try {
      const { signal } = running
      for await (const state of claimItems(client, {
        drop,
        wallet,
        signal,
        price,
        ...(quantity === undefined ? {} : { quantity }),
        ...(amount ? { amount } : {}),
        ...(recipient ? { recipient } : {}),
      })) {
        last = state
        // The element shows another drop, or nothing, since this run was aborted.
        if (this.#running !== running) continue
        this.#status.textContent = wordsOf(state)
        if (state.kind === 'refused') this.#showPrice(newPrice(state.refusal) ?? this.#price)
        this.dispatchEvent(new CustomEvent('dropkit-state', { detail: state, bubbles: true, composed: true }))
      }
    } finally {
      if (this.#running === running) {
        this.#running = undefined
        this.#isDone = last?.kind === 'confirmed'
        this.#showButtons()
      }
    }
    return last
  }

  #stop(): void {
    this.#stopLooking()
    this.#reads.abort()
    this.#running?.abort()
    this.#running = undefined
  }

  #begin(): void {
    this.#stop()
    this.#reads = new AbortController()
    this.#isDone = false
    this.#status.textContent = ''
    const [server, drop, key] = [
      this.getAttribute('server'),
      this.getAttribute('drop'),
      this.getAttribute('key'),
    ]
    if (!server || !drop) {
      this.#status.textContent = 'dropkit-claim needs the attributes server and drop.'
      return
    }
    this.#client = createClient({ url: new URL(server, location.href).origin, ...(key ? { key } : {}) })
    this.#reading = this.#showDrop(this.#client, drop)
    this.#stopLooking = findWallets(`sui:${this.getAttribute('network') ?? 'mainnet'}`, (wallets) => {
      this.#wallets = wallets
      this.#showButtons()
    })
  }

  async #showDrop(client: DropkitClient, place: string): Promise<void> {
    const variables = { place, id: place, mayBeId: place.startsWith('drop_') }
    const answer = await client.query(DROP, variables, { signal: this.#reads.signal })
    if (client !== this.#client || !this.isConnected) return
    const drop = answer.ok ? (answer.value.byId ?? answer.value.byShortcode) : null
    this.#drop = drop
    this.#title.textContent = drop?.title ?? ''
    this.#description.textContent = drop?.description ?? ''
    this.#showPrice(drop ? { amount: drop.price ?? 0, currency: drop.currency } : undefined)
    if (!answer.ok) this.#status.textContent = wordsOf({ kind: 'refused', refusal: answer.refusal })
    else if (!drop) this.#status.textContent = 'This drop does not exist.'
    else this.#showButtons()
  }

  #showPrice(price: ItemPrice | undefined): void {
    this.#price = price
    const { amount = 0, currency } = price ?? {}
    const ofClaim = this.#drop ? itemsOfClaim(this.#drop, this.getAttribute('amount') ?? undefined) : 1
    const items = this.#quantity ?? ofClaim
    const count = items === 1 ? '' : `${items} × `
    this.#cost.textContent = amount === 0 ? '' : `Price: ${count}${sumInWords(amount)} ${currency}`
  }

  /** Shows a button for each wallet. A button that stays is not moved and not `disabled`, so that it keeps the focus. */
  #showButtons(): void {
    const isAlone = this.#wallets.length === 1
    const buttons = this.#isDone ? [] : this.#wallets.map((wallet) => this.#buttonOf(wallet))
    for (const [index, button] of buttons.entries()) {
      button.textContent = isAlone ? 'Claim' : `Claim with ${this.#wallets[index]?.name}`
      button.ariaDisabled = this.#running ? 'true' : null
    }
    for (const child of [...this.#buttons.children])
      if (!buttons.some((button) => button === child)) child.remove()
    this.#buttons.append(...buttons.filter(({ parentNode }) => parentNode === null))
    if (this.#wallets.length === 0 && !this.#running && this.#status.textContent === '')
      this.#status.textContent = 'Install a Sui wallet in this browser to claim.'
    else if (this.#wallets.length > 0 && this.#status.textContent.startsWith('Install '))
      this.#status.textContent = ''
  }

  #buttonOf(wallet: FoundWallet): HTMLButtonElement {
    const known = this.#buttonsOf.get(wallet)
    if (known) return known
    const button = document.createElement('button')
    button.type = 'button'
    button.part.add('button')
    button.addEventListener('click', () => void this.#claimBy(wallet))
    this.#buttonsOf.set(wallet, button)
    return button
  }

  async #claimBy(found: FoundWallet): Promise<void> {
    if (this.#running) return
    const { signal } = this.#reads
    try {
      const wallet = await found.connect()
      // The element shows another drop, or nothing, since the wallet was asked.
      if (signal.aborted) return
      if (wallet) await this.claimWith(wallet)
      else this.#status.textContent = `${found.name} has no account.`
    } catch (error) {
      if (!signal.aborted) this.#status.textContent = `${found.name} did not connect.`
      reportError(error)
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'dropkit-claim': DropkitClaim
  }
}

const newPrice = ({ code, details: { price, currency } }: Refusal): ItemPrice | undefined =>
  code === 'PRICE_CHANGED' ? { amount: Number(price), currency: String(currency) } : undefined
