import { messagesOf } from '../language.ts'
import lottery from './lottery.json'

// In its own file, so that only pages of drops with a lottery load it.
export const inLottery = /* @__PURE__ */ messagesOf(lottery, () => import('./lottery.json?de'))
