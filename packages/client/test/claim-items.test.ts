import { scryptSync } from 'node:crypto'
import type { ClaimOrder, ClaimState, Wallet } from '@dropkit/client'
import { solveProofOfWork } from '@dropkit/client/human-proof'
import { describe, expect, it, vi } from 'vitest'
import { claimItems, type ItemsOrder } from '../src/claim-items.ts'
import { refusalOf } from '../src/result.ts'

const ORDER = { drop: 'drop_1', wallet: { address: '0xa11ce' } as Wallet }
const CONFIRMED = { kind: 'confirmed', claim: { id: 'claim_1' } } as ClaimState
const SENT = { kind: 'sent', claim: { id: 'claim_2' } } as ClaimState
const refused = (code: 'PAYMENT_REQUIRED' | 'DROP_SOLD_OUT'): ClaimState => ({
  kind: 'refused',
  refusal: refusalOf(code, code),
})

/** Claims, each of which ends with the next of these states. Returns the quantities of the claims, and all states. */
async function claiming(terms: Partial<ItemsOrder>, ...ends: readonly ClaimState[]) {
  const quantities: ClaimOrder['quantity'][] = []
  const states: ClaimState[] = []
  const client = {
    async *claim(order: ClaimOrder) {
      const end = ends[quantities.length] ?? { ...CONFIRMED }
      quantities.push(order.quantity)
      yield { kind: 'claiming' } as const
      yield end
    },
  }
  for await (const state of claimItems(client, { ...ORDER, ...terms })) states.push(state)
  return { quantities, ends: states.filter(({ kind }) => kind !== 'claiming') }
}

describe('the claims of one run', () => {
  it.each([
    [{}, [undefined]],
    [{ quantity: 0 }, [0]],
    [{ quantity: 3 }, [3, 0, 0]],
    [{ items: 2 }, [undefined, 0]],
    [{ items: 2, quantity: 6 }, [6, 0]],
  ])('of %j are paid with the first', async (terms, quantities) => {
    expect(await claiming(terms)).toMatchObject({ quantities })
  })

  it('go on after a claim that the server will deliver, and end with a refusal', async () => {
    const ends = [SENT, refused('DROP_SOLD_OUT')]
    expect(await claiming({ quantity: 3 }, ...ends)).toEqual({ quantities: [3, 0], ends })
  })

  it('are done when nothing that is paid for is left, unless nothing was claimed', async () => {
    const none = refused('PAYMENT_REQUIRED')
    expect(await claiming({ quantity: 3 }, CONFIRMED, none)).toEqual({
      quantities: [3, 0],
      ends: [CONFIRMED, CONFIRMED],
    })
    expect(await claiming({ quantity: 3 }, none)).toEqual({ quantities: [3], ends: [none] })
  })
})

describe('a proof of work', () => {
  const bitsOf = (text: string, nonce: string) =>
    [...scryptSync(nonce, text, 32, { N: 2, r: 8, p: 1 })]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
  const isSolved = (text: string, nonce: string, difficulty: number) =>
    bitsOf(text, nonce).startsWith('0'.repeat(difficulty))

  it.each([0, 1, 5, 9])('is the first nonce whose hash begins with %i zeros', async (difficulty) => {
    const proof = await solveProofOfWork({ text: 'a.b', difficulty, cost: 2 })
    const nonce = proof.slice('a.b.'.length)
    expect(proof).toBe(`a.b.${nonce}`)
    expect(isSolved('a.b', nonce, difficulty)).toBe(true)
    for (let tried = 0; tried < Number.parseInt(nonce, 36); tried += 1)
      expect(isSolved('a.b', tried.toString(36), difficulty)).toBe(false)
  })

  it('yields to other work, although each of its tries is short', async () => {
    let nowMs = 0
    vi.spyOn(Date, 'now').mockImplementation(() => {
      nowMs += 1
      if (nowMs > 10_000) throw new Error('no timer could fire for ten seconds')
      return nowMs
    })
    const stop = new AbortController()
    setTimeout(() => stop.abort())
    const solving = solveProofOfWork({ text: 'a', difficulty: 250, cost: 2 }, stop.signal)
    await expect(solving).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('ends if its signal aborts', async () => {
    const solving = solveProofOfWork({ text: 'a', difficulty: 250, cost: 2 }, AbortSignal.timeout(20))
    await expect(solving).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})
