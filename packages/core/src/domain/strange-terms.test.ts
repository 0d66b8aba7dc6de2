// Terms as a stranger's JSON may hold them, past what the types allow.

import { callerOf, OWNER, present, sampleDrop, sampleToken, TEST_CURRENCIES } from '@dropkit/testing'
import { describe, expect, it } from 'vitest'
import { decideNewDrop, type NewDropInput } from './drop-creation.ts'
import { decideUpdate } from './drop-update.ts'
import { idOf } from './ids.ts'

const id = idOf('drop', '1'.padStart(32, '0'))
const tokenId = sampleToken(OWNER, 1).id
const surroundings = {
  currency: present(TEST_CURRENCIES[0]),
  freshSeed: { commitment: '', seed: '' },
  now: 0,
}
const origins = {
  id,
  creator: callerOf(OWNER),
  tokenId,
  gating: null,
  voucherKey: { publicKey: '', privateKey: '' },
}
const terms: NewDropInput = {
  title: 'Gold',
  type: 'TOKEN',
  claimType: 'REGULAR',
  maxAmount: '10',
  tokenAmount: '1',
}

const refusedField = (decided: { ok: boolean; error?: { kind: string; field?: string } }) =>
  decided.ok ? 'taken' : [decided.error?.kind, decided.error?.field]

const STRANGE: readonly [field: keyof NewDropInput, value: unknown][] = [
  ['title', 5],
  ['claimType', 'WEEKLY'],
  ['claimAccess', 'owner'],
  ['maxAmount', 10],
  ['maxAmount', 10n],
  ['tokenAmount', 1],
  ['startsAt', '2030-01-01T00:00:00Z'],
  ['startsAt', new Date(0)],
  ['startsAt', Number.NaN],
  ['startsAt', 8_640_000_000_000_001],
  ['claimDeadline', '2030-01-01'],
  ['claimDeadline', 0.5],
  ['shortcode', 5],
  ['imageUrl', 5],
  ['metadata', () => 1],
  ['metadata', 1n],
  ['metadata', new Map()],
  ['metadata', { list: [new Date(0)] }],
  ['metadata', { left: undefined }],
  ['metadata', [Number.NaN]],
]

describe('terms of a kind that there is not', () => {
  it.each([...STRANGE, ['type', 'TOKENS'], ['type', undefined], ['claimType', undefined]] as const)(
    'make no drop, and name the field: %s (%#)',
    (field, value) => {
      const decided = decideNewDrop({ ...terms, [field]: value } as NewDropInput, {
        ...origins,
        ...surroundings,
      })
      expect(refusedField(decided as never)).toEqual(['bad_user_input', field])
    },
  )

  it.each(STRANGE)('change no drop, and name the field: %s (%#)', (field, value) => {
    const drop = sampleDrop(sampleToken(OWNER, 1), 1)
    expect(refusedField(decideUpdate(drop, { [field]: value }, surroundings) as never)).toEqual([
      'bad_user_input',
      field,
    ])
  })

  it('are only those: the first and the last instant, and JSON of any shape, are taken', () => {
    const metadata = {
      list: [1, 'two', null, { three: false }],
      bare: Object.assign(Object.create(null), { a: 1 }),
    }
    const input = {
      ...terms,
      startsAt: -8_640_000_000_000_000,
      claimDeadline: 8_640_000_000_000_000,
      metadata,
    }
    expect(decideNewDrop(input, { ...origins, ...surroundings }).ok).toBe(true)
  })
})
