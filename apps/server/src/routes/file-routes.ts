import { Readable } from 'node:stream'
import type { ByteRange, Files, Store, UploadedFile } from '@dropkit/core'
import { downloadName, readId, unreachable } from '@dropkit/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createImageVariants, IMAGE_WIDTHS } from '../files/images.ts'
import type { Gate } from './gate.ts'
import { badRequest, plainRefusal, sendRefusal } from './http-refusal.ts'

interface WithFile {
  Params: { readonly id: string }
  Querystring: { readonly width?: unknown }
}

/** A browser that opens an upload runs no script of it and makes no request for it. Pictures and videos are still shown. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"
/** The content at a URL never changes. */
const CACHING = 'public, max-age=31536000, immutable'

const ONE_RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/

/**
 * Parses a Range header for a content of `sizeBytes` bytes (RFC 9110, 14.1.2). Returns one range, `none` if the range is
 * unsatisfiable, or `all` if there is no header or it may be ignored: several ranges, another unit, or an invalid value.
 */
export function byteRangeOf(header: string | undefined, sizeBytes: number): ByteRange | 'all' | 'none' {
  const match = ONE_RANGE.exec(header?.trim() ?? '')
  if (!match) return 'all'
  const [, first, last, suffix] = match
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), sizeBytes)
    return length === 0 ? 'none' : { from: sizeBytes - length, to: sizeBytes - 1 }
  }
  const from = Number(first)
  const to = Math.min(last === undefined ? sizeBytes - 1 : Number(last), sizeBytes - 1)
  if (last !== undefined && Number(last) < from) return 'all'
  return from >= sizeBytes ? 'none' : { from, to }
}

/** Serves uploads by their id. The file name in the path is only for people. */
export function registerFileRoutes(
  app: FastifyInstance,
  store: Pick<Store, 'files'>,
  files: Pick<Files, 'read'>,
  gate: Pick<Gate, 'admitAddress'>,
): void {
  const variants = createImageVariants(files)

  async function answer(request: FastifyRequest<WithFile>, reply: FastifyReply): Promise<FastifyReply> {
    const admitted = await gate.admitAddress(request, reply)
    if (!admitted.ok) return sendRefusal(request, reply, admitted.error)
    const id = readId('file', request.params.id)
    const file = id && (await store.files([id])).get(id)
    if (!file) return sendRefusal(request, reply, NOT_FOUND)
    const { width } = request.query
    if (width !== undefined) return sendImage(request, reply, file, Number(width))
    const etag = `"${file.contentHash}"`
    withImmutable(reply, etag).header('accept-ranges', 'bytes')
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()

    const { range: asked, 'if-range': ifRange } = request.headers
    const wanted = ifRange === undefined || ifRange === etag ? byteRangeOf(asked, file.sizeBytes) : 'all'
    if (wanted === 'none') {
      return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send()
    }
    describe(reply, file)
    const range = wanted === 'all' ? undefined : wanted
    const { from, to } = range ?? { from: 0, to: file.sizeBytes - 1 }
    reply.header('content-length', to - from + 1)
    if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${file.sizeBytes}`)
    // Fastify does not measure an empty stream, so the content-length that was set stays.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    if (file.sizeBytes === 0) return reply.send('')
    const bytes = await files.read(file.contentName, range)
    // The file was removed between the two reads.
    if (!bytes) return sendRefusal(request, withoutBody(reply), NOT_FOUND)
    const content = Readable.from(bytes, { objectMode: false })
    // If the client has gone, the content is never read, and a generator that never starts does not close its source.
    content.once('close', () => {
      if (bytes instanceof Readable) bytes.destroy()
    })
    return reply.send(content)
  }

  /** Sends the image in one of a few widths. */
  async function sendImage(
    request: FastifyRequest,
    reply: FastifyReply,
    file: UploadedFile,
    widthPx: number,
  ): Promise<FastifyReply> {
    if (!IMAGE_WIDTHS.includes(widthPx))
      return sendRefusal(
        request,
        reply,
        badRequest(`width must be one of ${IMAGE_WIDTHS.join(', ')}`, 'width'),
      )
    const etag = `"${file.contentHash}-${widthPx}"`
    if (isKnown(request.headers['if-none-match'], etag)) return withImmutable(reply, etag).code(304).send()
    const variant = await variants.read(file, widthPx)
    switch (variant.kind) {
      case 'found':
        return withImmutable(reply, etag).type('image/webp').send(variant.webp)
      case 'missing':
        return sendRefusal(request, reply, NOT_FOUND)
      case 'busy':
        return sendRefusal(request, reply, plainRefusal(503, 'Too many images are being resized'))
      case 'refused':
        return sendRefusal(request, reply, badRequest(variant.message))
      default:
        return unreachable(variant)
    }
  }

  app.get<WithFile>('/files/:id', answer)
  // A wildcard, because Fastify limits the length of named parameters, while file names may be longer.
  app.get<WithFile>('/files/:id/*', answer)
}

const NOT_FOUND = { status: 404, error: 'File not found', code: 'NOT_FOUND', retryable: false }

const withImmutable = (reply: FastifyReply, etag: string): FastifyReply =>
  reply
    .header('etag', etag)
    .header('cache-control', CACHING)
    .header('content-security-policy', POLICY)
    .header('x-content-type-options', 'nosniff')

const isKnown = (given: string | undefined, etag: string): boolean =>
  (given ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)

/**
 * Only types that were detected in the bytes are shown inline. Everything else is a download, whatever type its uploader
 * named.
 */
function describe(reply: FastifyReply, file: UploadedFile): void {
  const { inlineType } = file
  const name = downloadName(file)
  const plain = name.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  const how = inlineType === null ? 'attachment' : 'inline'
  reply
    .header('content-type', inlineType ?? 'application/octet-stream')
    .header('content-disposition', `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`)
}

function withoutBody(reply: FastifyReply): FastifyReply {
  for (const header of ['content-type', 'content-length', 'content-range', 'content-disposition', 'etag'])
    reply.removeHeader(header)
  return reply
}
