import { createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react'
import type { DropkitClient } from '../client.ts'

const ClientContext = createContext<DropkitClient | null>(null)

/** Provides a client to the hooks below it. Create the client once, outside of components. */
export const DropkitProvider = ({
  client,
  children,
}: {
  readonly client: DropkitClient
  readonly children?: ReactNode
}): ReactElement => createElement(ClientContext, { value: client }, children)

/** Returns the client of the nearest provider. */
export function useDropkit(): DropkitClient {
  const client = useContext(ClientContext)
  if (client === null)
    throw new Error('Render a DropkitProvider above components that use hooks of @dropkit/client/react')
  return client
}
