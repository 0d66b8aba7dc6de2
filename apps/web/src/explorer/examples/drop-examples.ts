import type { ExampleArea } from './example.ts'

export const dropExamples: readonly ExampleArea[] = [
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
