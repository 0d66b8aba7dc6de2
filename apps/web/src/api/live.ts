import { type Client, createClient } from 'graphql-ws'
import { useEffect, useRef, useState } from 'react'
import { credential } from './credential.ts'
import type { TypedDocument } from './typed-document.ts'

let client: Client | null = null
/** Whoever begins to listen on a line that is up already is not told that it comes up. */
let isConnected = false

/** One socket for everything that a page listens to, opened when there is something and anew when another asks. */
function socket(): Client {
  client ??= createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    connectionParams: () => ({ Authorization: `Bearer ${credential.get() ?? ''}` }),
    on: {
      connected: () => {
        isConnected = true
      },
      closed: () => {
        isConnected = false
      },
    },
    retryAttempts: Number.POSITIVE_INFINITY,
    // Refused for who one is, or for asking too much: trying again would not help.
    shouldRetry: (fault) => !(fault instanceof CloseEvent && fault.code >= 4400 && fault.code < 4500),
  })
  return client
}

credential.onChange(() => {
  void client?.dispose()
  client = null
  isConnected = false
})

/**
 * Hears of changes as long as it is shown. Says whether the line is up: where it is not, what was missed has to be read
 * again once it is, which `onUp` is told.
 */
export function useLive<Result, Variables>(
  document: TypedDocument<Result, Variables>,
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
    // Its completion is told later still, when another may be listening in its place.
    let isEnded = false
    const down = () => {
      if (!isEnded) setUp(false)
    }
    const forget = [
      line.on('connected', () => {
        setUp(true)
        if (wasDown) hear.current.onUp?.()
        wasDown = false
      }),
      line.on('closed', () => {
        setUp(false)
        wasDown = true
      }),
    ]
    const end = line.subscribe<Result>(
      { query: document.toString(), variables: JSON.parse(asked) },
      {
        next: ({ data }) => {
          setUp(true)
          if (data) hear.current.onUpdate(data)
        },
        error: down,
        complete: down,
      },
    )
    return () => {
      isEnded = true
      end()
      for (const one of forget) one()
    }
  }, [document, asked, who])

  return { isUp }
}
