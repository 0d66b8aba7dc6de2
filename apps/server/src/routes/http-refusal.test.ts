import type { Refusal } from '@dropkit/core'
import { expect, it } from 'vitest'
import { httpRefusalOf } from './http-refusal.ts'

it.each<[Refusal, object]>([
  [{ kind: 'drop_not_ready', waitingFor: 'a deposit' }, { waitingFor: 'a deposit' }],
  [{ kind: 'not_found', what: 'Drop' }, { what: 'Drop' }],
  [{ kind: 'drop_not_started', startsAt: 0 }, { startsAt: '1970-01-01T00:00:00.000Z' }],
  [
    { kind: 'claim_limit_reached', limit: 2, claimCount: 2 },
    { limit: 2, claimCount: 2 },
  ],
])('the error of %j has the same details as in GraphQL', (refusal, details) => {
  expect(httpRefusalOf(refusal)).toMatchObject({ code: refusal.kind.toUpperCase(), details })
})

it('an error without details has no such field', () => {
  expect(httpRefusalOf({ kind: 'forbidden' })).not.toHaveProperty('details')
})
