import { messagesOf } from './language.ts'
import claim from './messages/claim.en.json'
import errors from './messages/errors.en.json'
import pay from './messages/pay.en.json'
import shared from './messages/shared.en.json'

// The messages of an area are bundled with the pages that use them.
export const t = /* @__PURE__ */ messagesOf(shared, { de: () => import('./messages/shared.de.json') })
export const inClaim = /* @__PURE__ */ messagesOf(claim, { de: () => import('./messages/claim.de.json') })
export const inErrors = /* @__PURE__ */ messagesOf(errors, { de: () => import('./messages/errors.de.json') })
export const inPay = /* @__PURE__ */ messagesOf(pay, { de: () => import('./messages/pay.de.json') })
