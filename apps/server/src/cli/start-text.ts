import type { Config } from '../config/read-config.ts'

/** The text that is printed once the server listens. */
export const startText = (url: string, { web }: Config): string => `
Dropkit listens on ${url}
${web ? `  Dashboard  ${url}/dashboard   (sign in with an API key or a wallet)\n` : ''}  GraphQL    ${url}/graphql   (Authorization: Bearer <API key>)
  Explorer   ${url}/graphql?explorerIsOpen=true

`
