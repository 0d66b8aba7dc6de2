import type { ExampleArea } from './example.ts'

export const dropExamples: readonly ExampleArea[] = [
  {
    area: 'Drops',
    examples: [
      {
        title: 'My drops',
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
        title: 'Launch a drop',
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
        title: 'Pause a drop',
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
    area: 'Tokens',
    examples: [
      {
        title: 'Create a token',
        query: `mutation CreateToken {
  createToken(input: { name: "Pepper", symbol: "PEPPER", supply: "1000000" }) {
    id
    status
    totalSupply
  }
}`,
      },
      {
        title: 'All tokens',
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
    area: 'Gating',
    examples: [
      {
        title: 'Ready-made rules',
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
        title: 'Say who may claim',
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
        title: 'May this wallet claim?',
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
