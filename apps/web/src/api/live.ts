import type { Document } from '@dropkit/client'
import { type Client, createClient } from 'graphql-ws'
import { useEffect, useRef, useState } from 'react'
import { resubscribeDelayMs, retryDelayMs } from './delays.ts'
import { credential } from './http.ts'

const PING_EVERY_MS = 15_000
const PONG_LIMIT_MS = 5_000
/** A subscription on an open socket counts as accepted if it is not refused for this long. */
const ACCEPTED_AFTER_MS = 1_000

let client: Client | null = null
/** A subscription that starts on an open socket gets no `connected` event, so it reads this. */
let isConnected = false

/**
 * Returns the one socket for all subscriptions of the page. It is created when the first subscription starts, and again
 * after the credential changes.
 */
function socket(): Client {
  if (client) return client
  let limit: ReturnType<typeof setTimeout>
  const made = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    connectionParams: () => ({ Authorization: `Bearer ${credential.get() ?? ''}` }),
    // A connection can be dead without a close event, for example after a laptop slept.
    keepAlive: PING_EVERY_MS,
    on: {
      connected: () => {
        isConnected = true
      },
      closed: () => {
        isConnected = false
        clearTimeout(limit)
      },
      ping: (wasReceived) => {
        if (!wasReceived) limit = setTimeout(made.terminate, PONG_LIMIT_MS)
      },
      pong: () => clearTimeout(limit),
    },
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (retries) =>
      new Promise((resolve) => {
        setTimeout(resolve, retryDelayMs(retries))
      }),
    // The server refused the credential or the number of requests. `useLive` decides whether to subscribe again.
    shouldRetry: (error) => !(error instanceof CloseEvent && error.code >= 4400 && error.code < 4500),
  })
  client = made
  return made
}

credential.onChange(() => {
  // `dispose` waits for a socket that still connects, and rejects if the server refuses the old credential.
  Promise.resolve(client?.dispose()).catch(() => {})
  client = null
  isConnected = false
})

/**
 * Subscribes to updates while the component is mounted. Returns whether they arrive. Updates are lost while they do not;
 * `onUp` is called afterwards, so that the caller can read them.
 */
export function useLive<Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables | null,
  { onUpdate, onUp }: { readonly onUpdate: (result: Result) => void; readonly onUp?: () => void },
): { readonly isUp: boolean } {
  const [isUp, setUp] = useState(false)
  const [who, setWho] = useState(credential.get)
  useEffect(() => credential.onChange(() => setWho(credential.get())), [])
  const hear = useRef({ onUpdate, onUp })
  hear.current = { onUpdate, onUp }
  const asked = variables === null ? null : JSON.stringify(variables)

  useEffect(() => {
    if (asked === null || who === null) return
    const line = socket()
    if (isConnected) setUp(true)
    let wasDown = false
    let isAsked = false
    let retries = 0
    let timer: ReturnType<typeof setTimeout>
    // `complete` also arrives after the effect was cleaned up, when another subscription may have replaced this one.
    let isEnded = false
    let end = () => {}
    const up = () => {
      setUp(true)
      if (wasDown) hear.current.onUp?.()
      wasDown = false
      retries = 0
    }
    const down = () => {
      if (isEnded) return
      setUp(false)
      wasDown = true
      isAsked = false
      clearTimeout(timer)
    }
    const ask = () => {
      isAsked = true
      end = line.subscribe<Result>(
        { query: document.toString(), variables: JSON.parse(asked) },
        {
          next: ({ data }) => {
            up()
            if (data) hear.current.onUpdate(data)
          },
          error: (reason) => {
            down()
            const delayMs = resubscribeDelayMs(reason, retries)
            if (isEnded || delayMs === null) return
            retries += 1
            timer = setTimeout(askAgain, delayMs)
          },
          complete: down,
        },
      )
    }
    const askAgain = () => {
      ask()
      // On a socket that still connects, `connected` says so.
      timer = setTimeout(() => {
        if (isConnected) up()
      }, ACCEPTED_AFTER_MS)
    }
    const forget = [
      line.on('connected', () => {
        if (isAsked) up()
      }),
      line.on('closed', () => {
        setUp(false)
        wasDown = true
      }),
    ]
    ask()
    return () => {
      isEnded = true
      clearTimeout(timer)
      end()
      for (const one of forget) one()
    }
  }, [document, asked, who])

  return { isUp }
}
