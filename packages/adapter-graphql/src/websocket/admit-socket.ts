import type { ConnectionInitMessage } from 'graphql-ws'
import type { Services } from '../context.ts'
import { foreignOrigin } from '../execution/visitor-rules.ts'
import { authenticateRequest, bearerSecretOf } from '../http/authenticate-request.ts'
import type { OpenSocket } from './open-socket.ts'
import { CLOSE } from './socket-settings.ts'

type InitPayload = ConnectionInitMessage['payload']

/**
 * Admits a socket whose `connection_init` has a valid credential in the same form as the header, and closes any other. A
 * browser adds no credentials to a socket by itself, so a page cannot act for its visitor. The `Origin` is therefore not
 * checked, except for publishable keys.
 */
export async function admitSocket(
  services: Services,
  socket: OpenSocket,
  payload: InitPayload,
): Promise<boolean> {
  const authorization = authorizationIn(payload)
  if (authorization === undefined) {
    socket.close(CLOSE.noCredential, 'connection_init needs {"Authorization": "Bearer …"}')
    return false
  }
  const secret = bearerSecretOf(authorization)
  const authenticated = await authenticateRequest(services, authorization)
  if (authenticated.ok && foreignOrigin(authenticated.value.caller, socket.origin)) {
    socket.close(CLOSE.badCredential, 'This publishable key is not for this page')
    return false
  }
  if (authenticated.ok && secret !== undefined) {
    socket.admitted = { secret, authenticated: authenticated.value }
    return true
  }
  const tooMany = secret === undefined ? null : await services.rateLimits?.countBadCredential(socket.address)
  if (tooMany) socket.close(CLOSE.tooManyAttempts, 'Too many bad credentials from this address')
  else socket.close(CLOSE.badCredential, 'A valid API key or session is required')
  return false
}

/** Header names are case-insensitive. */
function authorizationIn(payload: InitPayload): string | undefined {
  const entry = Object.entries(payload ?? {}).find(([name]) => name.toLowerCase() === 'authorization')
  return typeof entry?.[1] === 'string' && entry[1].trim() !== '' ? entry[1] : undefined
}
