/** The part of the public API that the bench uses, for contestants with their own GraphQL server. */
export const graphqlSchema = `
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
