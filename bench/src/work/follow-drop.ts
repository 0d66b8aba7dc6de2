// Subscribes to a drop through many WebSockets, in its own process. Reads a JSON plan from standard input, prints
// `subscribed` when all subscriptions are active, and one line of JSON on `SIGTERM`.
import { text } from 'node:stream/consumers'

interface Plan {
  readonly url: string
  readonly authorization: string
  readonly dropId: string
  readonly subscribers: number
}

export interface Followed {
  /** The delay from each event until its update arrived, in milliseconds. */
  readonly delaysMs: readonly number[]
  /** The id of the newest event that each subscriber received. */
  readonly newest: readonly string[]
}

const CONNECT_AT_A_TIME = 50
const QUERY = `subscription($dropId: ID!) {
  dropUpdates(dropId: $dropId) { id type timestamp drop { id status claimCount claimedAmount remainingBalance } }
}`

const { url, authorization, dropId, subscribers } = JSON.parse(await text(process.stdin)) as Plan

const delaysMs: number[] = []
const newest: string[] = new Array(subscribers).fill('')
const fail = (what: string) => {
  process.stderr.write(`${what}\n`)
  process.exit(1)
}

let isEnding = false

/** Resolves when the subscription is active on the server. */
const follow = (place: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url, 'graphql-transport-ws')
    const send = (message: object) => socket.send(JSON.stringify(message))
    socket.onopen = () => send({ type: 'connection_init', payload: { Authorization: authorization } })
    socket.onerror = () => fail(`the socket ${place} could not be opened, or broke`)
    socket.onclose = ({ code, reason }) => {
      if (!isEnding) fail(`the socket ${place} was closed: ${code} ${reason}`)
    }
    socket.onmessage = ({ data }) => {
      const arrivedAt = Date.now()
      const message = JSON.parse(data)
      if (message.type === 'next' && message.id === '1') {
        const { dropUpdates } = message.payload.data ?? fail(`an update that is none: ${data}`)
        delaysMs.push(arrivedAt - Date.parse(dropUpdates.timestamp))
        newest[place] = dropUpdates.id
      } else if (message.type === 'connection_ack') {
        send({ id: '1', type: 'subscribe', payload: { query: QUERY, variables: { dropId } } })
        // The server answers this only after it has started the subscription.
        send({ id: '2', type: 'subscribe', payload: { query: '{ __typename }' } })
      } else if (message.type === 'complete' && message.id === '2') resolve()
      else if (message.type === 'ping') send({ type: 'pong' })
      else if (message.type === 'error') fail(`refused: ${data}`)
    }
  })

for (let done = 0; done < subscribers; done += CONNECT_AT_A_TIME) {
  const some = Math.min(CONNECT_AT_A_TIME, subscribers - done)
  await Promise.all(Array.from({ length: some }, (_, place) => follow(done + place)))
}
process.stdout.write('subscribed\n')

process.once('SIGTERM', () => {
  isEnding = true
  const followed: Followed = { delaysMs, newest }
  process.stdout.write(`${JSON.stringify(followed)}\n`, () => process.exit())
})
