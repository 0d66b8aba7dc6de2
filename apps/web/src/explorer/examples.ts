import type messages from '../words/messages/explorer.json'

type ExplorerText = keyof typeof messages

/** An example operation. */
export interface Example {
  /** A key of the explorer's messages. */
  readonly title: ExplorerText
  readonly query: string
  /** As in the editor. The user replaces values that begin with "YOUR". */
  readonly variables?: Readonly<Record<string, unknown>>
}

/** Examples for one part of the API. */
interface ExampleArea {
  readonly area: ExplorerText
  readonly examples: readonly Example[]
}

const dropExamples: readonly ExampleArea[] = [
  {
    area: 'drops',
    examples: [
      {
        title: 'myDrops',
        query: `query MyDrops {
  myDrops(limit: 10) {
    id
    title
    status
    shortcode
    maxAmount
    claimedAmount
    percentClaimed
    token { symbol decimals }
  }
}`,
      },
      {
        title: 'launchDrop',
        query: `# 10 units to each wallet, 1,000 in all. Amounts are in base units.
mutation LaunchDrop($token: String!) {
  createDrop(input: {
    title: "A first drop"
    type: TOKEN
    claimType: REGULAR
    maxAmount: "1000"
    tokenAmount: "10"
    existingTokenId: $token
  }) {
    id
    shortcode
    status
  }
}`,
        variables: { token: 'YOUR_TOKEN_ID' },
      },
      {
        title: 'pauseDrop',
        query: `mutation PauseDrop($drop: ID!) {
  updateDrop(id: $drop, input: { status: PAUSED }) {
    id
    status
  }
}`,
        variables: { drop: 'YOUR_DROP_ID' },
      },
    ],
  },
  {
    area: 'tokens',
    examples: [
      {
        title: 'createToken',
        query: `mutation CreateToken {
  createToken(input: { name: "Pepper", symbol: "PEPPER", supply: "1000000" }) {
    id
    status
    totalSupply
  }
}`,
      },
      {
        title: 'allTokens',
        query: `query Tokens {
  tokens(limit: 20) {
    id
    name
    symbol
    decimals
    status
    coinType
  }
}`,
      },
    ],
  },
  {
    area: 'gating',
    examples: [
      {
        title: 'readyMadeRules',
        query: `query GatingTemplates {
  gatingTemplates {
    id
    name
    category
    rules { key operator value description }
  }
}`,
      },
      {
        title: 'sayWhoMayClaim',
        query: `mutation SetRules($drop: ID!) {
  updateGatingConfig(
    dropId: $drop
    input: { isActive: true, rules: [{ key: "token_balance", operator: ">=", value: "1000" }] }
  ) {
    isActive
    rules { key operator value }
  }
}`,
        variables: { drop: 'YOUR_DROP_ID' },
      },
      {
        title: 'mayThisWalletClaim',
        query: `query MayClaim($drop: ID!, $wallet: String!) {
  checkEligibility(input: { dropId: $drop, walletAddress: $wallet }) {
    eligible
    reason
    missingRequirements
  }
}`,
        variables: { drop: 'YOUR_DROP_ID', wallet: '0xa11ce' },
      },
    ],
  },
]

const claimExamples: readonly ExampleArea[] = [
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

const accountExamples: readonly ExampleArea[] = [
  {
    area: 'events',
    examples: [
      {
        title: 'whatHasHappened',
        query: `query Events {
  events(limit: 20) {
    id
    event
    timestamp
    details
  }
}`,
      },
    ],
  },
  {
    area: 'webhooks',
    examples: [
      {
        title: 'beToldOfClaims',
        query: `# The secret is shown this once: deliveries are signed with it.
mutation RegisterWebhook {
  registerWebhook(input: { url: "https://example.com/hook", events: ["drop.claimed", "claim.*"] }) {
    id
    secret
  }
}`,
      },
      {
        title: 'deliveries',
        query: `query Deliveries {
  webhooks {
    id
    url
    isActive
    deliveries(limit: 10) { event attempt statusCode error deliveredAt }
  }
}`,
      },
    ],
  },
  {
    area: 'keys',
    examples: [
      {
        title: 'whoAmI',
        query: `query Me {
  me { id username walletAddress }
  apiKeys { id name preview lastUsedAt }
}`,
      },
      {
        title: 'makeKey',
        query: `# The secret is shown this once.
mutation CreateKey {
  createApiKey(input: { name: "My program" }) {
    secret
    apiKey { id preview }
  }
}`,
      },
    ],
  },
  {
    area: 'files',
    examples: [
      {
        title: 'uploadFile',
        query: `mutation Upload($file: String!) {
  uploadFile(input: { file: $file, filename: "hello.txt", contentType: "text/plain" }) {
    url
    size
  }
}`,
        variables: { file: 'SGVsbG8=' },
      },
    ],
  },
  {
    area: 'live',
    examples: [
      {
        title: 'watchDrop',
        query: `subscription WatchDrop($drop: ID!) {
  dropUpdates(dropId: $drop) {
    type
    timestamp
    drop { status claimedAmount remainingBalance claimCount }
  }
}`,
        variables: { drop: 'YOUR_DROP_ID' },
      },
      {
        title: 'watchAllThatHappens',
        query: `subscription WatchEvents {
  eventStream {
    id
    event
    timestamp
    details
  }
}`,
      },
    ],
  },
]

export const exampleAreas = [...dropExamples, ...claimExamples, ...accountExamples]
