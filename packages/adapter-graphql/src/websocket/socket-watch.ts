import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '@dropkit/core'
import type { Services } from '../context.ts'
import { authenticateSecret } from '../http/authenticate-request.ts'
import { CLOSE, endStreams, type OpenSocket, type SocketSettings } from './open-socket.ts'

/** How many sockets are pinged, or credentials are looked up, in one turn of the event loop: a few milliseconds of work. */
const AT_A_TIME = 100

async function overTurns<T>(all: readonly T[], act: (one: T) => void): Promise<void> {
  for (const [place, one] of all.entries()) {
    if (place > 0 && place % AT_A_TIME === 0) await nextTurn()
    act(one)
  }
}

type Found = ReturnType<typeof authenticateSecret>

/** All open sockets of a server. */
export interface SocketWatch {
  add(socket: OpenSocket): void
  /** Ask before an event is sent. Closes a socket whose key was revoked or whose session has ended, and returns false. */
  maySend(socket: OpenSocket): Promise<boolean>
  /** Closes all sockets after their pending answers, and accepts no more. */
  closeAll(): Promise<void>
}

/** The credentials that can end at any time. */
const ENDABLE: readonly string[] = [
  'api_key',
  'publishable_key',
  'session',
] satisfies Caller['credential']['kind'][]
/** A look-up counts for the events of this long, and longer if there are many credentials, to make at most 2,000 a second. */
const LEAST_AGE_MS = 10
const AGE_PER_CREDENTIAL_MS = 0.5

/**
 * Monitors open sockets: closes those that do not respond, and those whose credential is no longer valid. No timers run
 * while there are no sockets.
 */
export function createSocketWatch(
  services: Pick<Services, 'dropkit' | 'takesVisitors' | 'log'>,
  { pingMs, credentialMs, closeMs }: SocketSettings,
): SocketWatch {
  const sockets = new Set<OpenSocket>()
  let timers: readonly NodeJS.Timeout[] = []
  let isChecking = false
  let isClosing = false
  /** The last look-ups, by secret. */
  const lookUps = new Map<string, { readonly begunAt: number; readonly found: Found }>()

  function apply(socket: OpenSocket, found: Awaited<Found>): void {
    if (!found.ok) {
      socket.close(CLOSE.badCredential, 'The credential has ended')
      endStreams(socket)
    } else if (socket.admitted) socket.admitted.authenticated = found.value
  }

  const pingAll = (): Promise<void> =>
    overTurns([...sockets], (socket) => {
      if (!socket.isAlive) socket.terminate()
      socket.isAlive = false
      socket.ping()
    })

  /** Checks all credentials together. Each is looked up once, however many sockets use it. */
  async function checkCredentials(): Promise<void> {
    if (isChecking) return
    isChecking = true
    const bySecret = Map.groupBy(
      [...sockets].filter(({ admitted }) => admitted),
      ({ admitted }) => admitted?.secret ?? '',
    )
    lookUps.clear()
    let failure: unknown
    const check = async ([secret, theirs]: readonly [string, readonly OpenSocket[]]) => {
      try {
        const found = await authenticateSecret(services, secret)
        for (const socket of theirs) apply(socket, found)
      } catch (error) {
        failure ??= error
      }
    }
    const checks: Promise<void>[] = []
    await overTurns([...bySecret], (one) => void checks.push(check(one)))
    await Promise.all(checks)
    // The sockets stay open until the next check.
    if (failure !== undefined)
      services.log.warn('credentials of open sockets could not be looked up', { reason: String(failure) })
    isChecking = false
  }

  function startTimers(): void {
    timers = [
      setInterval(() => void pingAll(), pingMs).unref(),
      setInterval(() => void checkCredentials(), credentialMs).unref(),
    ]
  }

  function stopTimers(): void {
    for (const timer of timers) clearInterval(timer)
    timers = []
  }

  async function goAway(socket: OpenSocket): Promise<void> {
    const breaking = setTimeout(() => socket.terminate(), closeMs).unref()
    while (socket.answers.size > 0) await Promise.allSettled(socket.answers)
    // The last answer is being sent now.
    setImmediate(() => {
      socket.close(CLOSE.goingAway, 'The server is stopping')
      // On an open socket, each subscription would be completed, and clients would not start it again.
      endStreams(socket)
    })
    await socket.closed
    clearTimeout(breaking)
  }

  return {
    add(socket) {
      sockets.add(socket)
      if (isClosing) void goAway(socket)
      else if (timers.length === 0) startTimers()
      void socket.closed.then(() => {
        sockets.delete(socket)
        if (sockets.size === 0) stopTimers()
      })
    },
    async maySend(socket) {
      const { admitted } = socket
      if (!admitted || !ENDABLE.includes(admitted.authenticated.caller.credential.kind)) return true
      const now = performance.now()
      const mostAgeMs = Math.max(LEAST_AGE_MS, AGE_PER_CREDENTIAL_MS * lookUps.size)
      let lookUp = lookUps.get(admitted.secret)
      if (!lookUp || now - lookUp.begunAt > mostAgeMs) {
        lookUp = { begunAt: now, found: authenticateSecret(services, admitted.secret) }
        lookUps.set(admitted.secret, lookUp)
      }
      try {
        const found = await lookUp.found
        apply(socket, found)
        return found.ok
      } catch {
        // The socket stays open until its credential can be looked up again.
        return true
      }
    },
    async closeAll() {
      isClosing = true
      stopTimers()
      await Promise.all([...sockets].map(goAway))
    },
  }
}
