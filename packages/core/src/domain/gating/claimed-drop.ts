import { readId } from '../ids.ts'
import { err, ok } from '../result.ts'
import type { RuleKind } from './rule-kind.ts'

/** Whether the wallet has a confirmed claim on another drop. */
export const claimedDrop: RuleKind = {
  key: 'claimed_drop',
  operators: ['==', '!='],
  valueShape: "a drop's id",
  read: (operator, value) => {
    const dropId = readId('drop', value.trim())
    if (!dropId) return err([`"${value}" is no drop's id`])
    const request = { source: 'claims_on_drop', subject: dropId } as const
    return ok({
      requests: () => [request],
      judge: (_wallet, facts) => {
        const claims = facts(request)
        if (claims === undefined) return 'unknown'
        return claims > 0n === (operator === '==') ? 'pass' : 'fail'
      },
    })
  },
}
