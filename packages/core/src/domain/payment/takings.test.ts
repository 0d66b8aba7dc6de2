import { describe, expect, test } from 'vitest'
import { assertTakings, NO_TAKINGS, ownersShare, type Takings } from './takings.ts'

const sound: Takings = { received: 100n, refunding: 20n, paidOut: 10n, earned: 30n, owed: 50n }

describe('the takings of a drop', () => {
  test('are the owner’s as far as nobody is owed them and they are still there', () => {
    expect(ownersShare(NO_TAKINGS)).toBe(0n)
    expect(ownersShare(sound)).toBe(20n)
    expect(ownersShare({ ...sound, refunding: 40n })).toBe(0n)
  })

  test.each<[string, Partial<Takings>]>([
    ['a payout of what is owed', { paidOut: 31n }],
    ['a refund of what is owed to another', { refunding: 41n }],
    ['a debt that nobody has', { owed: -1n, earned: 90n }],
    ['money that is the owner’s though no claim has earned it', { earned: 29n }],
  ])('are unsound with %s', (_, fault) => {
    expect(() => assertTakings({ ...sound, ...fault })).toThrow('invariant broken')
  })
})
