import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Caller, Clock, Dropkit, StartedVisit } from '@dropkit/core'
import { invariant, toIso } from '@dropkit/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createPictureCache } from '../files/images.ts'
import type { Gate } from '../routes/gate.ts'
import { plainRefusal, sendRefusal } from '../routes/http-refusal.ts'
import { explorerPolicy, pagePolicy, writePage } from './page-head.ts'
import {
  creatorCardFor,
  creatorToShow,
  drawToVerify,
  dropToClaim,
  dropToEmbed,
  general,
  type OwnedCard,
  paymentToMake,
  type Subject,
  type SubjectParts,
  shareCardFor,
} from './page-subjects.ts'
import { createCardThread, type ShareCard } from './share-card.ts'

type PageName = 'dashboard' | 'claim' | 'creator' | 'pay' | 'verify' | 'explorer'

/** The built pages. They are read on each request, so that a new build needs no restart. */
interface PageTemplates {
  /** Undefined if the page is not built. */
  read(name: PageName): Promise<string | undefined>
}

const openTemplates = (folder: string): PageTemplates => ({
  async read(name) {
    try {
      return await readFile(join(folder, `${name}.html`), 'utf8')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
})

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A card has about 40 KB. */
const LIMITS = { mostWaiting: 128, mostBytes: 8 * 1_024 * 1_024 }

interface ShareCards {
  /** The card as a PNG. If too many cards wait to be drawn, the newest one of the owner with the most is undefined. */
  read(card: OwnedCard): Promise<Buffer | undefined>
}

/** Draws one card at a time, those of each owner in turn, and caches the most recently used ones. */
export function createShareCards(
  draw: (card: ShareCard) => Promise<Buffer> = createCardThread(),
): ShareCards {
  const cache = createPictureCache({ ...LIMITS, bytesOf: (png: Buffer) => png.length })
  return { read: ({ card, owner }) => cache.read({ key: etagOf(card), owner }, () => draw(card)) }
}

/** The ETag of a card. Different cards have different ETags. */
const etagOf = (card: ShareCard): string =>
  `"${createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 22)}"`

export interface PageParts extends SubjectParts {
  readonly dropkit: SubjectParts['dropkit'] & Pick<Dropkit, 'startVisit' | 'readVisit'>
  readonly clock: Clock
  readonly gate: Gate
  /** The chain's name. */
  readonly chain: string
  readonly network: string | null
  /** The folder of the built pages. */
  readonly folder: string
  readonly imageOrigins: readonly string[]
}

interface Visit {
  readonly caller: Caller
  readonly started: StartedVisit
}

type FindSubject = (parts: SubjectParts, caller: Caller, name: string) => Promise<Subject>
type WithName = { Params: { readonly name: string } }
type SendExplorer = (request: FastifyRequest, reply: FastifyReply) => Promise<{ readonly isSent: boolean }>

const NONCE_BYTES = 16
/** A drop's terms rarely change, and apps that preview links cache images themselves. */
const CARD_CACHING = 'public, max-age=600'
const DASHBOARD = general('Dropkit', 'Your drops, claims and payments.')
const EXPLORER = general('Dropkit explorer', 'Try out the GraphQL API.')

/**
 * Serves the built pages. Returns a function that sends the explorer, which shares its path with the API. That function
 * sends nothing if the explorer is not built.
 */
export function registerPages(app: FastifyInstance, parts: PageParts): SendExplorer {
  const { dropkit, clock, gate, folder, imageOrigins, chain, network } = parts
  const templates = openTemplates(folder)
  const cards = createShareCards()

  async function startVisit(paymentIntentId: string | null): Promise<Visit | undefined> {
    const started = await dropkit.startVisit({ paymentIntentId })
    if (!started.ok) return undefined
    const visitor = dropkit.readVisit(started.value.token)
    invariant(visitor.ok, 'a visit that begins is not over')
    return { caller: visitor.value.caller, started: started.value }
  }

  function send(
    reply: FastifyReply,
    [name, template]: readonly [PageName, string],
    { about, isThere, hasTurnstile, embedOrigins = [] }: Subject,
    visit: StartedVisit | null,
  ): FastifyReply {
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    const policy = name === 'explorer' ? explorerPolicy : pagePolicy
    const visitor = visit && { token: visit.token, expiresAt: toIso(visit.expiresAt) }
    const now = toIso(clock.now())
    const publicUrl = parts.publicUrl()
    const terms = { nonce, imageOrigins, hasTurnstile, embedOrigins }
    // X-Frame-Options cannot name origins. All other pages keep it, for browsers that ignore the policy.
    if (embedOrigins.length > 0) reply.removeHeader('x-frame-options')
    return asPage(reply.code(isThere ? 200 : 404), policy(terms)).send(
      writePage(template, about, {
        visitor,
        nonce,
        now,
        chain,
        network,
        publicUrl,
        imageOrigins,
        embedOrigins,
      }),
    )
  }

  /** A page that needs no sign-in. */
  const publicPage = (page: PageName, find: FindSubject) =>
    async function answer(request: FastifyRequest<WithName>, reply: FastifyReply): Promise<FastifyReply> {
      const admitted = await gate.admitAnybody(request, reply)
      if (!admitted.ok) return sendRefusal(request, reply, admitted.error)
      const template = await templates.read(page)
      if (template === undefined) return sendNotBuilt(reply)
      const { name } = request.params
      // An unknown payment also gets a page, which says so.
      const visit = (page === 'pay' ? await startVisit(name) : undefined) ?? (await startVisit(null))
      invariant(visit !== undefined, 'a visit that is for no payment begins')
      return send(reply, [page, template], await find(parts, visit.caller, name), visit.started)
    }

  async function sendDashboard(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const admitted = await gate.admitAnybody(request, reply)
    if (!admitted.ok) return sendRefusal(request, reply, admitted.error)
    const template = await templates.read('dashboard')
    return template === undefined
      ? sendNotBuilt(reply)
      : send(reply, ['dashboard', template], DASHBOARD, null)
  }

  const cardOf = (find: typeof shareCardFor, missing: string) =>
    async function sendCard(request: FastifyRequest<WithName>, reply: FastifyReply): Promise<FastifyReply> {
      const admitted = await gate.admitAnybody(request, reply)
      if (!admitted.ok) return sendRefusal(request, reply, admitted.error)
      const visit = await startVisit(null)
      invariant(visit !== undefined, 'a visit that is for no payment begins')
      const owned = await find(parts, visit.caller, request.params.name)
      if (owned === undefined) return sendRefusal(request, reply, plainRefusal(404, `${missing} not found`))
      const etag = etagOf(owned.card)
      reply.header('etag', etag).header('cache-control', CARD_CACHING)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      const png = await cards.read(owned)
      if (png === undefined) {
        const busy = plainRefusal(503, 'Too many share cards are being drawn')
        return sendRefusal(request, reply.removeHeader('etag').removeHeader('cache-control'), busy)
      }
      return reply.type('image/png').send(png)
    }

  app.get('/', (_request, reply) => reply.redirect('/dashboard'))
  app.get('/dashboard', sendDashboard)
  app.get('/dashboard/*', sendDashboard)
  app.get<WithName>('/d/:name', publicPage('claim', dropToClaim))
  app.get<WithName>('/embed/:name', publicPage('claim', dropToEmbed))
  app.get<WithName>('/d/:name/card.png', cardOf(shareCardFor, 'Drop'))
  app.get<WithName>('/c/:name', publicPage('creator', creatorToShow))
  app.get<WithName>('/c/:name/card.png', cardOf(creatorCardFor, 'Creator'))
  app.get<WithName>('/pay/:name', publicPage('pay', paymentToMake))
  app.get<WithName>('/verify/:name', publicPage('verify', drawToVerify))

  return async (request, reply) => {
    const admitted = await gate.admitAnybody(request, reply)
    // Not returned, because awaiting a reply would wait until it has been sent.
    if (!admitted.ok) sendRefusal(request, reply, admitted.error)
    const template = admitted.ok ? await templates.read('explorer') : undefined
    if (template !== undefined) send(reply, ['explorer', template], EXPLORER, null)
    return { isSent: !admitted.ok || template !== undefined }
  }
}

const asPage = (reply: FastifyReply, policy: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The pages are not built</title>
<h1>The pages are not built</h1>
<p>Everything else works. <code>npm run build:web</code> builds them; then reload this page.</p>
</html>
`

const sendNotBuilt = (reply: FastifyReply): FastifyReply =>
  asPage(reply.code(503), "default-src 'none'; frame-ancestors 'none'").send(NOT_BUILT)
