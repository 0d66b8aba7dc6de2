import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unreachable } from '../api/api-refusal.ts'
import { sendPayment } from './send-payment.ts'
import { wasSent } from './sent-transactions.ts'

const PAYMENT = 'intent_1'

/** The storage that all tabs of a browser share. */
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (place: string) => kept.get(place) ?? null,
    setItem: (place: string, text: string) => void kept.set(place, text),
  })
})
afterEach(() => vi.unstubAllGlobals())

const readWith = (paymentTransaction: string | null) => () =>
  Promise.resolve({ paymentIntent: { paymentTransaction } } as never)

function walletThat(answer: () => Promise<string>) {
  const execute = vi.fn(answer)
  return { name: 'Alice', address: '0x1', signMessage: () => Promise.resolve(''), execute }
}

const sendBy = (wallet: ReturnType<typeof walletThat>, bytes: string | null = 'AA==') =>
  sendPayment(readWith(bytes), wallet, PAYMENT, () => {})

describe('a payment', () => {
  test('is sent by the wallet', async () => {
    const wallet = walletThat(() => Promise.resolve('hash'))
    expect(await sendBy(wallet)).toBe('hash')
    expect(wallet.execute).toHaveBeenCalledExactlyOnceWith('AA==')
  })

  test('is sent once by two tabs at the same time', async () => {
    const wallet = walletThat(() => new Promise<string>((resolve) => setTimeout(() => resolve('hash'), 20)))
    expect(await Promise.all([sendBy(wallet), sendBy(wallet)])).toEqual(['hash', null])
    expect(wallet.execute).toHaveBeenCalledTimes(1)
  })

  test('is not sent where it is open no more', async () => {
    const wallet = walletThat(() => Promise.resolve('hash'))
    expect(await sendBy(wallet, null)).toBeNull()
    expect(wallet.execute).not.toHaveBeenCalled()
  })

  test('can be sent again once the wallet has refused', async () => {
    await expect(sendBy(walletThat(() => Promise.reject(new Error('You said no'))))).rejects.toThrow('no')
    expect(await sendBy(walletThat(() => Promise.resolve('hash')))).toBe('hash')
  })

  test('is taken to be on its way when the answer was lost', async () => {
    await expect(sendBy(walletThat(() => Promise.reject(unreachable())))).rejects.toThrow()
    expect(wasSent(PAYMENT, Date.now())).toBe(true)
    expect(await sendBy(walletThat(() => Promise.resolve('hash')))).toBeNull()
  })
})
