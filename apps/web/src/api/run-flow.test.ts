import { type Refusal, type Wallet, WalletDeclined } from '@dropkit/client'
import { describe, expect, test } from 'vitest'
import { ApiRefusal, unreachable } from './api-refusal.ts'
import { runFlow } from './run-flow.ts'

const walletThat = (execute: () => Promise<string>) => ({
  name: 'Alice',
  address: '0x1',
  signMessage: () => Promise.resolve('signature'),
  execute,
})
const refusal = (code: Refusal['code']): Refusal => ({ code, message: 'no', retryable: false, details: {} })

/** A flow that gives the wallet a transaction, and is refused if the wallet fails. `given` are the wallet's errors. */
function flowOf(given: unknown[] = [], code: Refusal['code'] = 'WALLET_DECLINED') {
  return async function* ({ wallet }: { readonly wallet: Wallet }) {
    yield { kind: 'taking' }
    const fault = await wallet.execute('AA==').then(
      () => null,
      (thrown: unknown) => thrown,
    )
    given.push(fault)
    yield fault === null ? { kind: 'sent' } : { kind: 'refused', refusal: refusal(code) }
  }
}

describe('a flow of the client on a page', () => {
  test('tells each state and returns the last one', async () => {
    const states: string[] = []
    const wallet = walletThat(() => Promise.resolve('hash'))
    expect(await runFlow({ wallet }, flowOf(), ({ kind }) => states.push(kind))).toEqual({ kind: 'sent' })
    expect(states).toEqual(['taking', 'sent'])
  })

  test.each([
    ['declined', new Error('User rejected the request')],
    ['has too few coins', new ApiRefusal('too few coins', { code: 'TX_FAILED' })],
    ['failed in a way that is not known', new Error('oh')],
  ])('shows the error of a wallet that %s, which may get another transaction', async (_, fault) => {
    const given: unknown[] = []
    const wallet = walletThat(() => Promise.reject(fault))
    await expect(runFlow({ wallet }, flowOf(given), () => {})).rejects.toBe(fault)
    expect(given).toEqual([expect.any(WalletDeclined)])
  })

  test.each([
    ['cannot be reached', unreachable()],
    ['was silent', new Error('The request timed out')],
    ['lost its connection', new TypeError('Failed to fetch')],
  ])('gives a wallet that %s the same transaction only, because it may have sent it', async (_, fault) => {
    const given: unknown[] = []
    const wallet = walletThat(() => Promise.reject(fault))
    await expect(runFlow({ wallet }, flowOf(given), () => {})).rejects.toBe(fault)
    expect(given).toEqual([fault])
  })

  test('shows what the service refused, not what the wallet said before', async () => {
    const wallet = walletThat(() => Promise.reject(new Error('oh')))
    const run = runFlow({ wallet }, flowOf([], 'CLAIM_FAILED'), () => {})
    await expect(run).rejects.toMatchObject({ name: 'ApiRefusal', code: 'CLAIM_FAILED' })
  })
})
