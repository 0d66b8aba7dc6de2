import type { FastifyInstance } from 'fastify'
import { registerVisitRoutes } from '../routes/visit-routes.ts'
import { registerAssets } from './asset-routes.ts'
import { type PageParts, registerPages } from './page-routes.ts'

/**
 * Registers everything that browsers need besides the API. Returns the function that sends the explorer; see
 * `registerPages`.
 */
export function registerWeb(app: FastifyInstance, parts: PageParts): ReturnType<typeof registerPages> {
  registerVisitRoutes(app, parts.dropkit, parts.gate)
  registerAssets(app, parts.folder)
  return registerPages(app, parts)
}
