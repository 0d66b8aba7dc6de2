import { expect, test } from 'vitest'
import { unreachable } from '../api/api-refusal.ts'
import { takeClaim } from './carry-claim.ts'
import type { ClaimSession } from './claim-session.ts'

/** A session whose claim has this status when it is read, and the mutations that it was sent. */
function sessionWith(status: string) {
  const changes: string[] = []
  const session = {
    change: (document: object) => {
      changes.push(/mutation (\w+)/.exec(document.toString())?.[1] ?? '')
      return Promise.resolve({ prepareClaim: { transactionBytes: 'AA==' } })
    },
    read: () => Promise.resolve({ claim: { status } }),
    tell: () => {},
  } as unknown as ClaimSession
  return { session, changes }
}

const walletThat = (execute: () => Promise<string>) => ({
  name: 'Alice',
  address: '0x1',
  signMessage: () => Promise.resolve(''),
  execute,
})

test('a claim is sent to the chain, and the service gets the transaction', async () => {
  const { session, changes } = sessionWith('PENDING')
  await takeClaim(
    session,
    walletThat(() => Promise.resolve('hash')),
    'claim_1',
  )
  expect(changes).toEqual(['PrepareClaim', 'ConfirmClaim'])
})

test('a lost answer of the chain is no failure when the claim has got through', async () => {
  const wallet = walletThat(() => Promise.reject(unreachable()))
  await expect(takeClaim(sessionWith('CONFIRMED').session, wallet, 'claim_1')).resolves.toBeUndefined()
})

test('a refusal in the wallet is shown', async () => {
  const wallet = walletThat(() => Promise.reject(new Error('You said no')))
  await expect(takeClaim(sessionWith('PENDING').session, wallet, 'claim_1')).rejects.toThrow('You said no')
})
