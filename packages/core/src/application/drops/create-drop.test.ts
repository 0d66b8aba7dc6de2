import { createTestService, granted, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CreateDropInput } from './create-drop.ts'

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

const create = (input: Partial<CreateDropInput>) => {
  const terms = {
    title: 'Rain',
    type: 'TOKEN',
    claimType: 'REGULAR',
    maxAmount: '1000',
    tokenAmount: '10',
  } as const
  return service.dropkit.createDrop(service.owner, { ...terms, existingTokenId: service.tokenId, ...input })
}

describe('a new drop', () => {
  test('is of a token that is there', async () => {
    for (const existingTokenId of [null, 'gold', `token_${'0'.repeat(32)}`])
      expect(await create({ existingTokenId })).toMatchObject({ error: { kind: 'not_found', what: 'Token' } })
  })

  test('is priced in one of the currencies there are, the first where none is named', async () => {
    for (const [currency, expected] of [
      [undefined, 'SUI'],
      [null, 'SUI'],
      ['usdc', 'USDC'],
    ] as const)
      expect(granted(await create({ currency, price: 1 })).price?.currency).toBe(expected)
    expect(await create({ currency: 'EUR' })).toMatchObject({
      error: {
        kind: 'bad_user_input',
        field: 'currency',
        message: 'currency must be one of SUI, USDC',
        details: { known: ['SUI', 'USDC'] },
      },
    })
  })

  test('has no seed to publish where nothing is drawn', async () => {
    const drop = granted(await create({}))
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
    expect(service.dropkit.publishedSeed(await service.reread(drop))).toBeNull()
  })
})
