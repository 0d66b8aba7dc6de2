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
  goingAway: 'The server stops. Connect again, to whichever answers.',
  tryAgainLater:
    'What was sent is not read fast enough, or the store cannot be reached. Connect again later.',
  badMessage: 'A message that the protocol does not have, or a second connection_init.',
  noCredential: 'No connection_init with a credential came in time.',
  badCredential: 'The credential is not good, or no longer.',
  tooManyAttempts: 'Too many bad credentials came from this address.',
  internalError: 'Something went wrong inside; the log has it.',
}
