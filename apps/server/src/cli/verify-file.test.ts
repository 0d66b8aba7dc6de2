import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DropId, parseAddress } from '@dropkit/core'
import { drawAmount } from '@dropkit/core/internal'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nodeHashes } from '../ports/node-crypto.ts'
import { verifyFile } from './verify-file.ts'

const dropId = `drop_${'a'.repeat(32)}` as DropId
const seed = Buffer.alloc(32, 7)
const commitment = createHash('sha256').update(seed).digest('hex')

/** A correct red packet of 100 for four wallets. */
function honestRecord() {
  let remaining = 100n
  const draws = [1, 2, 3, 4].map((sequence) => {
    const address = parseAddress(`0x${sequence}`, 'wallet')
    if (!address.ok) throw new Error('no address')
    const draw = { dropId, sequence, claimer: address.value, remaining, itemsLeft: 5 - sequence, pool: 100n }
    const amount = drawAmount(draw, (message) => nodeHashes.hmacSha256(seed, message))
    remaining -= amount
    return { sequence, userAddress: `0x${sequence}`, amount: String(amount) }
  })
  const randomness = { randomnessCommitment: commitment, randomnessSeed: seed.toString('hex') }
  return { dropId, maxAmount: '100', supply: 4, ...randomness, draws }
}

describe('the verify command', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verify-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function verify(text: string) {
    const path = join(folder, 'draws.json')
    await writeFile(path, text)
    return verifyFile(path)
  }

  test('finds an honest drop as it should be', async () => {
    const answer = await verify(JSON.stringify(honestRecord()))
    expect(answer).toEqual({ isFine: true, line: 'verified: 4 draws, 100 of 100 given out' })
  })

  test('names the first draw that differs', async () => {
    const record = honestRecord()
    const draws = record.draws.map((draw, n) =>
      n === 1 ? { ...draw, amount: String(BigInt(draw.amount) + 1n) } : draw,
    )
    const answer = await verify(JSON.stringify({ ...record, draws }))
    expect(answer).toMatchObject({ isFine: false, line: expect.stringContaining('draw 2 gave') })
  })

  test('reports what it cannot read', async () => {
    expect(await verify('{')).toEqual({
      isFine: false,
      line: expect.stringMatching(/draws\.json cannot be read: it is no JSON$/),
    })
    expect((await verify('{}')).line).toMatch(
      /draws\.json cannot be read: .* the draws of a drop\n {2}dropId: /,
    )
    expect((await verify(JSON.stringify({ ...honestRecord(), maxAmount: '1.5' }))).line).toContain(
      'maxAmount',
    )
  })
})
