import { claimPath } from '../words/addresses.ts'
import { pageData } from './page-data.ts'

/** The full URL of a drop's claim page. */
export const claimUrl = (drop: Parameters<typeof claimPath>[0]): string =>
  `${pageData.publicUrl}${claimPath(drop)}`
