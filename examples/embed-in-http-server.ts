// Claims in a plain Node HTTP server with its own storage: how to embed Dropkit in a service without its server.
// POST /claims {"wallet": "0xa11ce"} returns a voucher, or a refusal with an HTTP status.
// Run: node tools/run.mjs examples/embed-in-http-server.ts     (optional: PORT and DATA_DIR; Ctrl-C stops it)
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createFakeChain,
  createOffsetClock,
  createVoucherSigner,
  createWalletVerifier,
} from '@dropkit/adapter-chain'
import { openSqlStorage, type SqlStorage } from '@dropkit/adapter-storage'
import { createWebhookSender } from '@dropkit/adapter-webhook'
import {
  type Caller,
  createDropkit,
  type Dropkit,
  isStoreUnavailable,
  type Log,
  messageOf,
  type Ports,
  type Refusal,
  type Result,
  type Secrets,
} from '@dropkit/core'

// Without your own MASTER_KEY (64 hex digits), secrets are sealed with a key that everyone knows.
const { PORT = '0', DATA_DIR = './data/embedded', MASTER_KEY = '00'.repeat(32) } = process.env

// The HTTP status of each refusal. The compiler requires every kind, so a new kind in core is a compile error here.
const STATUS: Readonly<Record<Refusal['kind'], number>> = {
  bad_user_input: 400,
  wrong_operation: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  human_check_failed: 403,
  human_check_required: 403,
  link_required: 403,
  link_signature_invalid: 403,
  not_admitted: 403,
  not_eligible: 403,
  not_found: 404,
  tx_not_found: 404,
  already_claimed: 409,
  claim_limit_reached: 409,
  claim_cooldown: 409,
  conflict: 409,
  drop_not_active: 409,
  drop_not_started: 409,
  invalid_transition: 409,
  link_used: 409,
  refund_exceeds_payment: 409,
  tx_already_used: 409,
  tx_failed: 409,
  drop_ended: 410,
  entries_closed: 410,
  link_expired: 410,
  link_revoked: 410,
  drop_sold_out: 410,
  payload_too_large: 413,
  chain_unavailable: 503,
  drop_not_ready: 503,
  eligibility_unknown: 503,
  human_check_unavailable: 503,
  rate_limited: 429,
  overloaded: 503,
}

const log: Log = {
  debug: () => undefined,
  info: (message, fields = {}) => console.log(message, fields),
  warn: (message, fields = {}) => console.warn(message, fields),
  error: (message, fields = {}, cause) => console.error(message, fields, cause),
}

/** AES-256-GCM. A value that was sealed for one purpose cannot be opened for another. */
function sealedUnder(masterKey: Uint8Array): Secrets {
  const key = new Uint8Array(hkdfSync('sha256', masterKey, '', 'dropkit secrets', 32))
  return {
    seal(bytes, purpose) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      const sealed = [iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(sealed).toString('base64url')
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-16))
      return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]))
    },
  }
}

/** UUIDs of version 7 without dashes: the time, a counter that orders the ids of one millisecond, and 62 random bits. */
let [latest, count] = [0, 0]
function nextId(now: number): string {
  if (now > latest) [latest, count] = [now, 0]
  else if (++count > 0xfff) [latest, count] = [latest + 1, 0]
  const random = randomBytes(8)
  random.writeUInt8(0x80 | (random.readUInt8(0) & 0x3f), 0)
  return `${latest.toString(16).padStart(12, '0')}7${count.toString(16).padStart(3, '0')}${random.toString('hex')}`
}

const webhooks = createWebhookSender({ machineNow: () => Date.now(), allowPrivate: false })

/** The ports that core needs. Each is an adapter or a few lines. For production, replace the chain. */
async function openPorts({
  store,
  jobs,
  deliveries,
  idempotency,
  retention,
  keyValues,
}: SqlStorage): Promise<Ports> {
  const machineNow = () => Date.now()
  const clock = createOffsetClock({ keyValues, machineNow })
  await clock.refresh()
  const secrets = sealedUnder(Buffer.from(MASTER_KEY, 'hex'))
  return {
    ...{ store, jobs, deliveries, idempotency, retention, clock, secrets, log },
    chain: createFakeChain({ keyValues, clock, machineNow, auto: true }),
    signer: createVoucherSigner({ secrets }),
    ids: { next: nextId },
    random: { bytes: (length) => new Uint8Array(randomBytes(length)) },
    hashes: {
      sha256: (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()),
      hmacSha256: (key, message) => new Uint8Array(createHmac('sha256', key).update(message).digest()),
    },
    prices: {
      currencies: () => [{ code: 'SUI', coinType: `0x${'2'.padStart(64, '0')}::sui::SUI`, decimals: 9 }],
      usdRate: () => 0,
    },
    webhooks,
    wallets: createWalletVerifier(null),
    openId: null,
    // This service accepts no uploads.
    files: {
      put: () => Promise.reject(new Error('no uploads here')),
      read: async () => undefined,
      remove: async () => undefined,
      mediaTypeOf: async () => null,
      decodeBase64: async () => undefined,
    },
  }
}

function granted<T>(result: Result<T, Refusal>): T {
  if (!result.ok) throw new Error(messageOf(result.error))
  return result.value
}

/** The service's only drop. The first start creates it, and later starts find it. */
async function openDrop({ store }: Ports, dropkit: Dropkit) {
  const known = await store.userByUsername('shop')
  const user =
    known ?? granted(await dropkit.createLocalUser({ username: 'shop', key: { name: 'own' } })).user
  const caller: Caller = { user, credential: { kind: 'system' } }
  const made = await dropkit.readDropByShortcode(caller, 'pepper')
  if (made) return { caller, drop: made }
  const pepper = { name: 'Pepper', symbol: 'PEPPER', supply: '1000000' }
  const token = granted(await dropkit.createToken(caller, pepper))
  const terms = { type: 'TOKEN', claimType: 'REGULAR', maxAmount: '300', tokenAmount: '100' } as const
  const names = { title: 'Pepper for all', shortcode: 'pepper', existingTokenId: token.id }
  return { caller, drop: granted(await dropkit.createDrop(caller, { ...names, ...terms })) }
}

/** Runs background jobs until it is told to stop, and then finishes the jobs in progress. */
async function work(dropkit: Dropkit, stopping: AbortSignal): Promise<void> {
  await dropkit.requestStandingJobs()
  while (!stopping.aborted) {
    const done = await Promise.all([dropkit.runDueJobs(), dropkit.deliverWebhooks()]).catch((error) => {
      log.error('background work failed and is tried again', {}, error)
      return [0]
    })
    if (done.every((count) => count === 0))
      await pause(200, undefined, { signal: stopping }).catch(() => undefined)
  }
  await dropkit.drainWebhooks()
}

const LARGEST_BODY = 10_000

async function readWallet(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const piece of request.setEncoding('utf8')) {
    body += piece
    if (body.length > LARGEST_BODY) return ''
  }
  try {
    const { wallet } = JSON.parse(body)
    return typeof wallet === 'string' ? wallet : ''
  } catch {
    // If the body is not JSON there is no wallet. Core reports the error.
    return ''
  }
}

mkdirSync(DATA_DIR, { recursive: true })
const storage = await openSqlStorage({ url: `sqlite:${join(DATA_DIR, 'dropkit.db')}`, log })
const ports = await openPorts(storage)
const dropkit = createDropkit(ports)
const { caller, drop } = await openDrop(ports, dropkit)
const stopping = new AbortController()
const working = work(dropkit, stopping.signal)

const server = createServer(async (request, response) => {
  const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  if (request.method !== 'POST' || request.url !== '/claims') return answer(404, { error: 'not_found' })
  try {
    const userAddress = await readWallet(request)
    const claimed = await dropkit.claimDrop(caller, { dropId: drop.id, userAddress })
    if (claimed.ok) {
      const { claim, voucher } = claimed.value
      // A drop with `delivery: SERVER` returns no voucher, because the service sends its claims to the chain.
      const taken = voucher && { ...voucher, expiresAt: new Date(voucher.expiresAt) }
      return answer(201, { ...taken, amount: String(claim.amount) })
    }
    const { error: refusal } = claimed
    const wait = refusal.kind === 'overloaded' ? String(Math.ceil(refusal.retryAfterMs / 1000)) : undefined
    const headers: Record<string, string> = wait === undefined ? {} : { 'Retry-After': wait }
    return answer(STATUS[refusal.kind], { error: refusal.kind, message: messageOf(refusal) }, headers)
  } catch (error) {
    log.error('a claim failed', {}, error)
    return answer(isStoreUnavailable(error) ? 503 : 500, { error: 'internal' })
  }
})
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`Claims are taken at http://127.0.0.1:${port}/claims`)
})

/** Stops accepting requests, waits for those in progress, then stops the background work and closes the database. */
async function stop(): Promise<void> {
  await new Promise((closed) => server.close(closed))
  stopping.abort()
  await working
  await webhooks.close()
  await storage.close()
  console.log('Stopped.')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
