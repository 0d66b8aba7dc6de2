/**
 * What the packages of this repository share beyond the root: the test kit, the adapters, the server and its pages use
 * it. Semantic versioning does not cover it: a name here may change or go in any release.
 * @module
 */
export { openSeed } from './application/drops/drop-secrets.ts'
export { sequenceOfNonce, voucherExpiryOf } from './domain/claim.ts'
export { dropEvent } from './domain/event.ts'
export { claimIdOf } from './domain/ids.ts'
export { assertSound, isOwnCoin, moneyFor, owedMoney } from './domain/payment/payment-intent.ts'
export { assertPaymentTotals, NO_PAYMENTS } from './domain/payment/payment-totals.ts'
export { hasLapsed } from './domain/payment/unpaid-limit.ts'
export { utf8 } from './domain/utf8.ts'
export { hasAlarm } from './domain/vault-alarm.ts'
export { walletStateOf } from './domain/wallet-state.ts'
