/** What one WebSocket may do, and how long it may take. */
export interface SocketSettings {
  /** From the opening to `connection_init`. */
  readonly initMs: number
  /** Operations that run at one time, nearly all of them subscriptions. */
  readonly subscriptions: number
  readonly frameBytes: number
  /** What may wait to be read by the other side. */
  readonly bufferedBytes: number
  /** A socket that says nothing from one ping to the next is gone. */
  readonly pingMs: number
  /** How long a credential that has ended may go on hearing what it subscribed to. */
  readonly credentialMs: number
  /** How long the other side may take over closing. */
  readonly closeMs: number
}

export const SOCKET_SETTINGS: SocketSettings = {
  initMs: 3_000,
  subscriptions: 50,
  frameBytes: 64 * 1024,
  bufferedBytes: 1024 * 1024,
  pingMs: 15_000,
  credentialMs: 3_000,
  closeMs: 2_000,
}

/** Close codes of WebSocket itself, of graphql-transport-ws, and one that means: come back later. */
export const CLOSE = {
  goingAway: 1001,
  tryAgainLater: 1013,
  badMessage: 4400,
  noCredential: 4401,
  badCredential: 4403,
  tooManyAttempts: 4429,
  internalError: 4500,
} as const

export const CLOSE_MEANINGS: Readonly<Record<keyof typeof CLOSE, string>> = {
  goingAway: 'The server stops. Reconnect.',
  tryAgainLater: 'The client does not read fast enough, or the store cannot be reached. Reconnect later.',
  badMessage: 'An invalid message, or a second connection_init.',
  noCredential: 'No connection_init with a credential arrived in time.',
  badCredential: 'The credential is invalid or was revoked.',
  tooManyAttempts: 'Too many wrong credentials from this address.',
  internalError: 'An internal error; see the log.',
}
