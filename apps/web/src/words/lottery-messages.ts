import { messagesOf } from './language.ts'
import lottery from './messages/lottery.json'

// In its own file, so that only pages of drops with a lottery load it.
export const inLottery = /* @__PURE__ */ messagesOf(lottery, () => import('./messages/lottery.json?de'))
