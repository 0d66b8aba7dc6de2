import type { ExampleArea } from './example.ts'

export const accountExamples: readonly ExampleArea[] = [
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
