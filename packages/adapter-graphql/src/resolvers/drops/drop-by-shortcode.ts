import type { Queries } from '../operation.ts'

export const dropByShortcode: Queries['dropByShortcode'] = async (
  _root,
  { shortcode },
  { caller, services },
) => (await services.dropkit.readDropByShortcode(caller, shortcode)) ?? null
