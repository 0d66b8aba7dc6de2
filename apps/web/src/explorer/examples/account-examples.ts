import type { ExampleArea } from './example.ts'

export const accountExamples: readonly ExampleArea[] = [
  {
    area: 'Events',
    examples: [
      {
        title: 'What has happened',
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
    area: 'Webhooks',
    examples: [
      {
        title: 'Be told of claims',
        query: `# The secret is shown this once: deliveries are signed with it.
mutation RegisterWebhook {
  registerWebhook(input: { url: "https://example.com/hook", events: ["drop.claimed", "claim.*"] }) {
    id
    secret
  }
}`,
      },
      {
        title: 'Deliveries',
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
    area: 'Keys',
    examples: [
      {
        title: 'Who am I?',
        query: `query Me {
  me { id username walletAddress }
  apiKeys { id name preview lastUsedAt }
}`,
      },
      {
        title: 'Make a key',
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
    area: 'Files',
    examples: [
      {
        title: 'Upload a file',
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
    area: 'Live',
    examples: [
      {
        title: 'Watch a drop',
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
        title: 'Watch all that happens',
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
