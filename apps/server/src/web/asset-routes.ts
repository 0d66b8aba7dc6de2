import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { plainRefusal, sendRefusal } from '../routes/http-refusal.ts'
import { ASSET_POLICY } from './page-head.ts'

/** The assets of the pages. Their names contain a content hash, so browsers may cache them forever. */
const CACHING = 'public, max-age=31536000, immutable'
/** The name of a file directly in the folder. Names that begin with a dot are not served. */
const NAME = /^[\w-][\w.~-]{0,200}$/

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** The smallest encoding first. The build writes these files only if they are worth it. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

/** Serves scripts, styles, fonts and images of the built pages. */
export function registerAssets(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { readonly name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const type = TYPES[extname(name)]
    const path = join(folder, 'assets', name)
    const found = type !== undefined && NAME.test(name) && (await smallest(path, request.headers))
    if (!found) return sendRefusal(request, reply, plainRefusal(404, 'There is no such file'))
    reply
      .type(type)
      .header('cache-control', CACHING)
      .header('vary', 'accept-encoding')
      .header('content-security-policy', ASSET_POLICY)
      .header('content-length', found.sizeBytes)
    if (found.encoding !== undefined) reply.header('content-encoding', found.encoding)
    // Fastify does not measure an empty stream, so the content-length that was set stays.
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : createReadStream(found.path))
  })
}

interface Found {
  readonly path: string
  readonly sizeBytes: number
  readonly encoding?: string
}

async function smallest(
  path: string,
  { 'accept-encoding': accepted }: { readonly 'accept-encoding'?: string | string[] | undefined },
): Promise<Found | undefined> {
  for (const { name, ending } of ENCODINGS) {
    const sizeBytes = takes(String(accepted ?? ''), name) ? await sizeOf(path + ending) : undefined
    if (sizeBytes !== undefined) return { path: path + ending, sizeBytes, encoding: name }
  }
  const sizeBytes = await sizeOf(path)
  return sizeBytes === undefined ? undefined : { path, sizeBytes }
}

const takes = (accepted: string, encoding: string): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .some(([name, quality = 'q=1']) => name === encoding && Number(quality.slice(2)) > 0)

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}
