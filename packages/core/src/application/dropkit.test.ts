import { createTestPorts } from '@dropkit/testing'
import { describe, expect, it } from 'vitest'
import { createDropkit } from './dropkit.ts'
import { DEFAULT_SETTINGS, withDefaults } from './settings.ts'

describe('settings', () => {
  it('are the usual ones where nothing is said, and where nothing is meant', () => {
    for (const given of [undefined, null, {}, { voucherLifetimeMs: undefined }])
      expect(withDefaults(given as never)).toEqual(DEFAULT_SETTINGS)
  })

  it('have the given values, and the defaults otherwise', () => {
    const settings = withDefaults({ expiryMarginMs: 0, webhookRetrySeconds: [0.5] })
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, expiryMarginMs: 0, webhookRetrySeconds: [0.5] })
  })

  it.each([
    ['maxClaimsPerBatch', 0, 'a whole number of at least 1'],
    ['maxClaimsPerBatch', '250', 'a whole number of at least 1'],
    ['voucherLifetimeMs', 0, 'a whole number of at least 1'],
    ['voucherLifetimeMs', null, 'a whole number of at least 1'],
    ['paymentLifetimeMs', 0, 'a whole number of at least 1'],
    ['sessionLifetimeMs', Number.NaN, 'a whole number of at least 1'],
    ['maxWaitingClaims', 0, 'a whole number of at least 1'],
    ['expiryMarginMs', -1, 'a whole number of at least 0'],
    ['maxClaimWaitMs', 0.5, 'a whole number of at least 0'],
    ['latePaymentWatchMs', Number.POSITIVE_INFINITY, 'a whole number of at least 0'],
    ['webhookRetrySeconds', 5, 'a list of numbers of at least 0'],
    ['webhookRetrySeconds', [5, -1], 'a list of numbers of at least 0'],
    ['webhookRetrySeconds', [Number.NaN], 'a list of numbers of at least 0'],
  ])('are refused by name: %s may not be %j', (name, value, shape) => {
    expect(() => withDefaults({ [name]: value })).toThrow(`The setting ${name} must be ${shape}`)
  })

  it('that there are not are refused, with those there are', () => {
    expect(() => withDefaults({ voucherLifetime: 5 } as never)).toThrow(
      /no setting voucherLifetime; .*voucherLifetimeMs/,
    )
  })
})

describe('the core', () => {
  it('names every port that it lacks before anything is done', () => {
    const { store, chain, ...others } = createTestPorts()
    expect(() => createDropkit(others as never)).toThrow(
      'createDropkit requires these ports as well: store, chain',
    )
    expect(() => createDropkit(undefined as never)).toThrow(/: store, jobs, .*, log$/)
    expect(() => createDropkit({ ...others, store, chain })).not.toThrow()
  })
})
