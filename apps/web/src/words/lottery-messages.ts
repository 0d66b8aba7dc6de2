import { messagesOf } from './language.ts'
import lottery from './messages/lottery.en.json'

// In its own file, so that only pages of drops with a lottery load it.
export const inLottery = /* @__PURE__ */ messagesOf(lottery, {
  de: () => import('./messages/lottery.de.json'),
})
