// The upper limit: Mercurius with compiled queries, and resolvers that return a constant. It checks no API key, stores
// nothing and signs nothing. Its responses are as long as Dropkit's.
import Fastify from 'fastify'
import mercurius from 'mercurius'
import { sayWhere } from './contestant.ts'

/** The part of the public API that the bench uses. */
const graphqlSchema = `
  scalar BigInt
  scalar DateTime
  enum DropType { TOKEN NFT }
  enum ClaimType { REGULAR STREAK ELITE }
  enum DropStatus { DRAFT SCHEDULED ACTIVE PAUSED SOLD_OUT ENDED CANCELLED }
  enum ClaimStatus { PENDING SUBMITTED CONFIRMED FAILED EXPIRED }
  enum TokenStatus { PENDING DEPLOYED FAILED }
  type Query { drop(id: ID!): Drop }
  type Mutation { claimDrop(input: ClaimDropInput!): ClaimDropResult }
  input ClaimDropInput { dropId: ID! amount: String userAddress: String! }
  type ClaimDropResult { claim: Claim claimParams: ClaimParams dropInfo: DropInfo }
  type Claim {
    id: ID sequence: Int amount: String status: ClaimStatus userAddress: String createdAt: DateTime expiresAt: DateTime
  }
  type ClaimParams { amount: String! nonce: String! expiry: String! signature: String! }
  type DropInfo { dropObjectId: String packageId: String coinType: String }
  type Drop {
    id: ID! title: String! description: String status: DropStatus! type: DropType! claimType: ClaimType!
    shortcode: String maxAmount: String tokenAmount: String claimedAmount: BigInt! remainingBalance: BigInt!
    claimCount: Int percentClaimed: Float! createdAt: DateTime! updatedAt: DateTime! token: Token creator: User!
    claims(limit: Int = 10): [Claim!]!
  }
  type Token {
    id: ID! name: String! symbol: String! decimals: Int! totalSupply: BigInt! coinType: String status: TokenStatus!
  }
  type User { id: ID! username: String! displayName: String createdAt: DateTime! }
`

const dropId = 'drop_01a200ca24e07000873bf2f52896f48a'
const at = '2026-01-01T12:00:00.000Z'
const coinType = `0x${'5e'.repeat(32)}::undeployed_token::UNDEPLOYED_TOKEN`

const claim = {
  id: `claim_${dropId.slice(5)}_10000`,
  sequence: 10_000,
  amount: '1',
  status: 'PENDING',
  userAddress: `0x${'a1'.repeat(32)}`,
  createdAt: at,
  expiresAt: at,
}

const claimed = {
  claim,
  claimParams: { amount: '1', nonce: '10000', expiry: '1767268800000', signature: `${'s'.repeat(86)}==` },
  dropInfo: { dropObjectId: `0x${'f0'.repeat(32)}`, packageId: `0x${'ff'.repeat(32)}`, coinType },
}

const drop = {
  id: dropId,
  title: 'Bench drop 0',
  description: 'What the bench gives away',
  status: 'ACTIVE',
  type: 'TOKEN',
  claimType: 'REGULAR',
  shortcode: 'bench-drop-0-2896f48a',
  maxAmount: '1000000000',
  tokenAmount: '1',
  claimedAmount: '10000',
  remainingBalance: '999990000',
  claimCount: 10_000,
  percentClaimed: 0.001,
  createdAt: at,
  updatedAt: at,
  token: {
    id: 'token_01a200ca240170008a5a97d43621a27c',
    name: 'Bench gold',
    symbol: 'GOLD',
    decimals: 0,
    totalSupply: '2000000000',
    coinType: null,
    status: 'PENDING',
  },
  creator: {
    id: 'user_01a200ca104f70008b10523211321749',
    username: 'bench',
    displayName: null,
    createdAt: at,
  },
  claims: Array.from({ length: 10 }, () => claim),
}

const app = Fastify()
await app.register(mercurius, {
  schema: graphqlSchema,
  jit: 1,
  resolvers: { Query: { drop: () => drop }, Mutation: { claimDrop: () => claimed } },
})
sayWhere(await app.listen({ host: '127.0.0.1', port: 0 }))
process.on('SIGTERM', () => process.exit(0))
