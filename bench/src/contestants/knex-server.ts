// A typical implementation: Mercurius, a query builder, and one transaction per claim that locks the drop, reads, inserts
// and updates. It signs the voucher while answering the request. It checks no API key.
import { generateKeyPairSync, sign } from 'node:crypto'
import Fastify from 'fastify'
import knex from 'knex'
import mercurius from 'mercurius'
import { sayWhere } from './contestant.ts'
import { graphqlSchema } from './graphql-schema.ts'

const CLAIM_LIFETIME_MS = 15 * 60 * 1_000

/** The same number as Dropkit and PostGraphile have. */
const CONNECTIONS = 10

const { DATABASE_URL = '' } = process.env
const database = knex({
  client: 'pg',
  connection: DATABASE_URL,
  pool: { min: 0, max: CONNECTIONS },
})
const { privateKey } = generateKeyPairSync('ed25519')

interface DropRow {
  readonly id: string
  readonly status: string
  readonly starts_at: Date | null
  readonly claim_deadline: Date | null
  readonly claim_count: number
  readonly supply: number | null
  readonly claimed_amount: string
  readonly token_amount: string
  readonly max_amount: string
}

const refuse = (code: string) => new mercurius.ErrorWithProps(code, { code }, 200)

const refusalOf = (drop: DropRow, now: Date): string | undefined => {
  if (drop.status !== 'ACTIVE') return 'DROP_NOT_ACTIVE'
  if (drop.starts_at !== null && drop.starts_at > now) return 'DROP_NOT_STARTED'
  if (drop.claim_deadline !== null && drop.claim_deadline <= now) return 'DROP_EXPIRED'
  if (drop.supply !== null && drop.claim_count >= drop.supply) return 'DROP_SOLD_OUT'
  const after = BigInt(drop.claimed_amount) + BigInt(drop.token_amount)
  return after > BigInt(drop.max_amount) ? 'DROP_SOLD_OUT' : undefined
}

const claimDrop = (dropId: string, userAddress: string) =>
  database.transaction(async (transaction) => {
    const now = new Date()
    const drop = await transaction<DropRow>('drops').where({ id: dropId }).forUpdate().first()
    if (!drop) throw refuse('DROP_NOT_FOUND')
    const refusal = refusalOf(drop, now)
    if (refusal !== undefined) throw refuse(refusal)
    const before = await transaction('claims')
      .where({ drop_id: dropId, user_address: userAddress })
      .first('sequence')
    if (before) throw refuse('ALREADY_CLAIMED')

    const sequence = drop.claim_count + 1
    const amount = drop.token_amount
    const expiresAt = new Date(now.getTime() + CLAIM_LIFETIME_MS)
    await transaction('claims').insert({
      drop_id: dropId,
      sequence,
      user_address: userAddress,
      amount,
      status: 'PENDING',
      created_at: now,
      expires_at: expiresAt,
    })
    const claimedAmount = String(BigInt(drop.claimed_amount) + BigInt(amount))
    await transaction('events').insert({
      drop_id: dropId,
      type: 'drop.claimed',
      data: JSON.stringify({ sequence, amount, userAddress, claimCount: sequence, claimedAmount }),
    })
    await transaction('drops')
      .where({ id: dropId })
      .update({ claim_count: sequence, claimed_amount: claimedAmount, updated_at: now })

    const expiry = String(expiresAt.getTime())
    const signed = [dropId, userAddress, amount, sequence, expiry].join('|')
    return {
      claim: {
        id: `claim_${dropId.slice(5)}_${sequence}`,
        sequence,
        amount,
        status: 'PENDING',
        userAddress,
        createdAt: now.toISOString(),
        expiresAt: expiresAt.toISOString(),
      },
      claimParams: {
        amount,
        nonce: String(sequence),
        expiry,
        signature: sign(null, Buffer.from(signed), privateKey).toString('base64'),
      },
      dropInfo: { dropObjectId: `0x${'f0'.repeat(32)}`, packageId: `0x${'ff'.repeat(32)}`, coinType: null },
    }
  })

const app = Fastify()
await app.register(mercurius, {
  schema: graphqlSchema,
  jit: 1,
  resolvers: {
    Mutation: {
      claimDrop: (_root: unknown, { input }: { input: { dropId: string; userAddress: string } }) =>
        claimDrop(input.dropId, input.userAddress),
    },
  },
})
sayWhere(await app.listen({ host: '127.0.0.1', port: 0 }))
process.on('SIGTERM', () => process.exit(0))
