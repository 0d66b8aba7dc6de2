import { expect, test } from 'vitest'
import { unreachable } from '../api/api-refusal.ts'
import { takeClaim } from './carry-claim.ts'
import type { Desk } from './claim-desk.ts'

/** A desk at which the claim stands so when it is read, and what it was asked to change. */
function deskWith(status: string) {
  const changes: string[] = []
  const desk = {
    change: (document: object) => {
      changes.push(/mutation (\w+)/.exec(document.toString())?.[1] ?? '')
      return Promise.resolve({ prepareClaim: { transactionBytes: 'AA==' } })
    },
    read: () => Promise.resolve({ claim: { status } }),
    tell: () => {},
  } as unknown as Desk
  return { desk, changes }
}

const walletThat = (execute: () => Promise<string>) => ({
  name: 'Alice',
  address: '0x1',
  signMessage: () => Promise.resolve(''),
  execute,
})

test('a claim is taken to the chain, and the service is told by which transaction', async () => {
  const { desk, changes } = deskWith('PENDING')
  await takeClaim(
    desk,
    walletThat(() => Promise.resolve('hash')),
    'claim_1',
  )
  expect(changes).toEqual(['PrepareClaim', 'ConfirmClaim'])
})

test('a lost answer of the chain is no failure when the claim has got through', async () => {
  const wallet = walletThat(() => Promise.reject(unreachable()))
  await expect(takeClaim(deskWith('CONFIRMED').desk, wallet, 'claim_1')).resolves.toBeUndefined()
})

test('a refusal in the wallet is told', async () => {
  const wallet = walletThat(() => Promise.reject(new Error('You said no')))
  await expect(takeClaim(deskWith('PENDING').desk, wallet, 'claim_1')).rejects.toThrow('You said no')
})
