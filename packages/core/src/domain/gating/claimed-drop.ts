import { readId } from '../ids.ts'
import { err, ok } from '../result.ts'
import { shownText } from '../shown-text.ts'
import type { DescribedKind } from './described-kind.ts'

export const claimedDrop: DescribedKind = {
  key: 'claimed_drop',
  meaning: 'Whether the wallet has a confirmed claim on another drop.',
  operators: ['==', '!='],
  valueShape: "a drop's id",
  examples: [
    {
      operator: '==',
      value: 'drop_0192f0c8a1b27cc39d4e5f60718293a4',
      description: 'Have claimed from the first drop',
    },
    {
      operator: '!=',
      value: 'drop_0192f0c8a1b27cc39d4e5f60718293a4',
      description: 'Not have claimed from the first drop',
    },
  ],
  read: (operator, value) => {
    const dropId = readId('drop', value.trim())
    if (!dropId) return err([`"${shownText(value)}" is no drop's id`])
    const request = { source: 'claims_on_drop', subject: dropId } as const
    return ok({
      requests: () => [request],
      needed: operator === '==' ? '>= 1' : '== 0',
      judge: (_wallet, facts) => {
        const claims = facts(request)
        if (claims === undefined) return 'unknown'
        return claims > 0n === (operator === '==') ? 'pass' : 'fail'
      },
    })
  },
}
