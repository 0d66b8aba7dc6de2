import { createHash } from 'node:crypto'
import type { PaymentStatus } from './payment-status.ts'

const style = `
  :root { color-scheme: light dark; --line: #8a94a6; --accent: #1b5fd1; --onAccent: #fff }
  @media (prefers-color-scheme: dark) { :root { --accent: #8db4ff; --onAccent: #0b1730 } }
  * { box-sizing: border-box }
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 40rem; margin: auto; padding: 1.5rem 1rem }
  h1 { font-size: 1.5rem; margin: 0 0 .5rem; overflow-wrap: anywhere }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1.5rem 0 }
  dt { font-weight: 600 } dd { margin: 0; overflow-wrap: anywhere }
  code { font: .875rem/1.5 ui-monospace, monospace }
  [role=status] { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; font-weight: 600 }
  label { display: block; font-weight: 600; margin-bottom: .25rem }
  input { width: 100%; padding: .5rem; font: .875rem/1.5 ui-monospace, monospace; border: 1px solid var(--line);
    border-radius: .25rem }
  button { margin-top: .75rem; padding: .5rem 1.5rem; font: inherit; border: 0; border-radius: .25rem;
    background: var(--accent); color: var(--onAccent); cursor: pointer }
  button:disabled { opacity: .6; cursor: default }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  [role=alert]:not(:empty) { margin-top: .75rem; font-weight: 600 }
  @media (max-width: 30rem) { dl { grid-template-columns: 1fr } dd { margin-bottom: .5rem } }
`

const WORDS: Readonly<Record<PaymentStatus['status'], string>> = {
  PENDING: 'Waiting for your payment.',
  PROCESSING: 'Your payment was seen and is not final yet.',
  CONFIRMED: 'Paid. Thank you!',
  REQUIRES_REVIEW: 'Something came in that is not what was asked for. The owner of the drop will look at it.',
  EXPIRED: 'The time to pay is over. Do not pay any more.',
  CANCELLED: 'This payment was cancelled. Do not pay any more.',
  PARTIALLY_REFUNDED: 'Paid, and partly refunded.',
  REFUNDED: 'Refunded.',
}

const script = `
  const words = ${JSON.stringify(WORDS)}
  const part = (id) => document.getElementById(id)
  const main = document.querySelector('main')
  const { status: statusUrl, expires, now } = main.dataset
  const isOpen = (status) => status === 'PENDING' || status === 'PROCESSING'
  let current = main.dataset.current
  // The service's clock is not this machine's.
  let ahead = Number(now) - Date.now()

  function show(status, txHash) {
    if (status !== current || txHash !== part('tx').textContent) {
      part('state').textContent = words[status] || status
      part('tx').textContent = txHash || ''
    }
    current = status
    const form = part('form')
    if (form) form.hidden = !isOpen(status)
    part('left-row').hidden = !isOpen(status)
  }

  function count() {
    const seconds = Math.max(0, Math.floor((Number(expires) - Date.now() - ahead) / 1000))
    part('left').textContent = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0')
  }

  async function look() {
    try {
      const response = await fetch(statusUrl, { cache: 'no-store' })
      if (!response.ok) return
      const found = await response.json()
      ahead = Date.parse(found.now) - Date.now()
      show(found.status, found.txHash)
      count()
    } catch {
      // The next look will tell.
    }
  }

  const form = part('form')
  if (form) form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    const say = (text) => { part('said').textContent = text }
    button.disabled = true
    say('')
    try {
      const { to, coin, amount, memo } = form.dataset
      const response = await fetch('/fake-chain/transfer', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from: part('from').value.trim(), to, coinType: coin, amount, memo }),
      })
      const answer = await response.json()
      if (!response.ok) say('Not paid. ' + answer.error)
      else say('Sent: ' + answer.txHash)
    } catch (fault) {
      say('Not paid. ' + fault)
    }
    button.disabled = false
    await look()
  })

  count()
  setInterval(count, 1000)
  setInterval(() => { if (!document.hidden) look() }, 2000)
  document.addEventListener('visibilitychange', () => { if (!document.hidden) look() })
`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const PAYMENT_PAGE_POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

const page = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${style}</style>
${main}
</html>
`

/** All in one: it asks nobody but this server for anything. With `takesFakeCoins` it can be paid on it. */
export function paymentPage(payment: PaymentStatus, takesFakeCoins: boolean): string {
  const { externalId, title, status, amount, currency, quantity, expiresAt, now, txHash } = payment
  const isOpen = status === 'PENDING' || status === 'PROCESSING'
  return page(
    `Pay ${amount} ${currency}`,
    `<main data-status="/pay/${escaped(externalId)}/status" data-current="${status}"
  data-expires="${Date.parse(expiresAt)}" data-now="${Date.parse(now)}">
<h1>${escaped(title)}</h1>
<p id="state" role="status">${escaped(WORDS[status])}</p>
<dl>
  <dt>Amount</dt><dd>${escaped(amount)} ${escaped(currency)}</dd>
  <dt>For</dt><dd>${quantity} ${quantity === 1 ? 'item' : 'items'}</dd>
  <dt>Pay to</dt><dd><code>${escaped(payment.recipientAddress)}</code></dd>
  <dt>From wallet</dt><dd><code>${escaped(payment.walletAddress)}</code></dd>
  <dt>Coin</dt><dd><code>${escaped(payment.coinType)}</code></dd>
  <dt>Memo</dt><dd><code>${escaped(payment.memo)}</code></dd>
  <dt>Transaction</dt><dd><code id="tx">${escaped(txHash ?? '')}</code></dd>
</dl>
<p id="left-row"${isOpen ? '' : ' hidden'}>Time left: <span id="left" role="timer"></span></p>
${takesFakeCoins ? fakeForm(payment, isOpen) : ''}
<noscript><p>Without JavaScript this page does not follow the payment: reload it.</p></noscript>
</main>
<script>${script}</script>`,
  )
}

const fakeForm = (
  payment: PaymentStatus,
  isOpen: boolean,
): string => `<form id="form"${isOpen ? '' : ' hidden'}
  data-to="${escaped(payment.recipientAddress)}" data-coin="${escaped(payment.coinType)}"
  data-amount="${escaped(payment.amountAtomic)}" data-memo="${escaped(payment.memo)}">
<label for="from">Pay from this address of the fake chain</label>
<input id="from" required autocomplete="off" spellcheck="false" pattern="0[xX][0-9a-fA-F]{1,64}"
  title="0x and up to 64 hexadecimal digits" value="${escaped(payment.walletAddress)}">
<button>Pay ${escaped(payment.amount)} ${escaped(payment.currency)}</button>
<p id="said" role="alert"></p>
</form>`

export const missingPaymentPage = (): string =>
  page('No such payment', '<main><h1>No such payment</h1><p>Is the link complete?</p></main>')
