/** The limits and timeouts of one WebSocket. */
export interface SocketSettings {
  /** The maximum time from opening the socket to `connection_init`. */
  readonly initMs: number
  /** The maximum number of running operations, nearly all of them subscriptions. */
  readonly subscriptions: number
  readonly frameBytes: number
  /** The maximum number of bytes that may wait for the client to read them. */
  readonly bufferedBytes: number
  /** The ping interval. A socket that does not respond between two pings is closed. */
  readonly pingMs: number
  /** How long subscriptions may continue after their credential became invalid. */
  readonly credentialMs: number
  /** The maximum time for the client to complete the close. */
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

/** Close codes of WebSocket itself and of graphql-transport-ws, and one that tells the client to retry later. */
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
