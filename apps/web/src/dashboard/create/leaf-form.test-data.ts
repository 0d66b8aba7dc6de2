import { type DropForm, EMPTY_FORM } from './drop-form.ts'
import type { Surroundings } from './form-errors.ts'

/** 2026-11-22T12:00:00Z */
const NOON_MS = Date.UTC(2026, 10, 22, 12)

export const surroundings: Surroundings = {
  nowMs: NOON_MS,
  currencies: [
    { code: 'SUI', decimals: 9, usdRate: 3.5 },
    { code: 'USDC', decimals: 6, usdRate: 1 },
  ],
  takenShortcodes: new Map([['summer-drop', 'summer-drop-2345']]),
}

/** A drop of 10 LEAF each for 100 claims, open immediately and to all wallets. */
export const leafForm: DropForm = {
  ...EMPTY_FORM,
  token: {
    id: 'token_1',
    name: 'Leaf coin',
    symbol: 'LEAF',
    decimals: 3,
    totalSupply: '1000000000',
    imageUrl: null,
    status: 'PENDING',
    isExternal: false,
    createdAt: '2026-11-22T11:00:00Z',
  },
  title: 'Spring drop',
  each: '10',
  items: '100',
}
