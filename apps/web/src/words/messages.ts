import { messagesOf } from './language.ts'
import claim from './messages/claim.json'
import dashboard from './messages/dashboard.json'
import errors from './messages/errors.json'
import explorer from './messages/explorer.json'
import pay from './messages/pay.json'
import shared from './messages/shared.json'
import verify from './messages/verify.json'

// The messages of an area are bundled with the pages that use them. The areas in `messages/*.ts` are loaded later.
export const t = /* @__PURE__ */ messagesOf(shared, () => import('./messages/shared.json?de'))
export const inClaim = /* @__PURE__ */ messagesOf(claim, () => import('./messages/claim.json?de'))
export const inDashboard = /* @__PURE__ */ messagesOf(dashboard, () => import('./messages/dashboard.json?de'))
export const inErrors = /* @__PURE__ */ messagesOf(errors, () => import('./messages/errors.json?de'))
export const inExplorer = /* @__PURE__ */ messagesOf(explorer, () => import('./messages/explorer.json?de'))
export const inPay = /* @__PURE__ */ messagesOf(pay, () => import('./messages/pay.json?de'))
export const inVerify = /* @__PURE__ */ messagesOf(verify, () => import('./messages/verify.json?de'))
