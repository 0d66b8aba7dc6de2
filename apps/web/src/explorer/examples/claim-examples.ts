import type { ExampleArea } from './example.ts'

export const claimExamples: readonly ExampleArea[] = [
  {
    area: 'claims',
    examples: [
      {
        title: 'claimForWallet',
        query: `# The answer holds the voucher, with which the amount is taken on the chain.
mutation Claim($drop: ID!, $wallet: String!) {
  claimDrop(input: { dropId: $drop, userAddress: $wallet }) {
    claim { id status amount expiresAt }
    claimParams { amount nonce expiry signature }
    dropInfo { dropObjectId packageId coinType }
  }
}`,
        variables: { drop: 'YOUR_DROP_ID', wallet: '0xa11ce' },
      },
      {
        title: 'claimsOnDrop',
        query: `query Claims($drop: ID!) {
  claims(limit: 20, filter: { dropId: $drop }) {
    id
    sequence
    userAddress
    amount
    status
    createdAt
  }
}`,
        variables: { drop: 'YOUR_DROP_ID' },
      },
    ],
  },
  {
    area: 'randomDrops',
    examples: [
      {
        title: 'launchRandomDrop',
        query: `# A tokenAmount of 0 draws each amount by chance; the service delivers it by itself.
mutation LaunchRandomDrop($token: String!) {
  createDrop(input: {
    title: "A lucky drop"
    type: TOKEN
    claimType: REGULAR
    maxAmount: "1000"
    supply: 3
    tokenAmount: "0"
    existingTokenId: $token
  }) {
    id
    randomnessCommitment
  }
}`,
        variables: { token: 'YOUR_TOKEN_ID' },
      },
      {
        title: 'drawForWallet',
        query: `mutation Draw($drop: ID!, $wallet: String!) {
  claimRandomDrop(input: { dropId: $drop, userAddress: $wallet }) {
    success
    claimedAmount
    message
    code
  }
}`,
        variables: { drop: 'YOUR_DROP_ID', wallet: '0xa11ce' },
      },
      {
        title: 'drawsToBeVerified',
        query: `# Save what "drop" holds as draws.json, and check it on the page /verify or by the verify command.
query Draws($drop: ID!) {
  drop(id: $drop) {
    dropId: id
    maxAmount
    supply
    randomnessCommitment
    randomnessSeed
    draws: claims(limit: 200) { sequence userAddress amount }
  }
}`,
        variables: { drop: 'YOUR_DROP_ID' },
      },
    ],
  },
  {
    area: 'payments',
    examples: [
      {
        title: 'buyFromPricedDrop',
        query: `mutation Buy($drop: ID!, $wallet: String!) {
  createPaymentIntent(input: { dropId: $drop, walletAddress: $wallet, paymentMethod: "SUI" }) {
    id
    intentId
    amount
    currency
    recipientAddress
    paymentUrl
    expiresAt
  }
}`,
        variables: { drop: 'YOUR_DROP_ID', wallet: '0xa11ce' },
      },
      {
        title: 'myPayments',
        query: `query Payments {
  paymentIntents(limit: 20) {
    id
    status
    statusReason
    amount
    currency
    refunds { amount status }
  }
}`,
      },
      {
        title: 'refundPayment',
        query: `# All that is left of it; give amount for a part.
mutation Refund($payment: ID!) {
  processRefund(input: { paymentIntentId: $payment, reason: "Sorry" }) {
    id
    amount
    status
  }
}`,
        variables: { payment: 'YOUR_PAYMENT_ID' },
      },
    ],
  },
]
