import { inDashboard } from '../../words/messages/dashboard.ts'
/** Why a payment matches no payment intent, in a sentence. */
export const WHY_UNMATCHED: Readonly<Record<string, string>> = {
  NO_INTENT: inDashboard('noOrderOfThis'),
  SEVERAL_INTENTS: inDashboard('severalOrdersOfThis'),
  NOT_TAKEN: inDashboard('orderThatItNames'),
}
