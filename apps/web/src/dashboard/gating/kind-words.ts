import { inGating } from '../../words/messages/gating.ts'
import type { RuleKey } from './rule-kinds.ts'

/** The name and explanation of each kind of rule. */
export const KIND_WORDS: Readonly<Record<RuleKey, { readonly name: string; readonly explanation: string }>> =
  {
    wallet_allowlist: { name: inGating('onAList'), explanation: inGating('onAListText') },
    token_balance: { name: inGating('holdsTokens'), explanation: inGating('holdsTokensText') },
    nft_ownership: { name: inGating('ownsNft'), explanation: inGating('ownsNftText') },
    claimed_drop: { name: inGating('claimedDrop'), explanation: inGating('claimedDropText') },
    claim_count: { name: inGating('claimCount'), explanation: inGating('claimCountText') },
    account_age_days: { name: inGating('accountAge'), explanation: inGating('accountAgeText') },
  }
