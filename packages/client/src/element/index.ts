import { DropkitClaim } from './claim-element.ts'

if (globalThis.customElements && !customElements.get('dropkit-claim'))
  customElements.define('dropkit-claim', DropkitClaim)

export { DropkitClaim, type DropkitClaimEvents } from './claim-element.ts'
export { type FoundWallet, findWallets } from './wallet-standard.ts'
