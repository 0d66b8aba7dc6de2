import { claimPath } from '../words/claim-path.ts'
import { pageData } from './page-data.ts'

/** The whole address at which people claim a drop, to be sent to them. */
export const claimUrl = (drop: Parameters<typeof claimPath>[0]): string =>
  `${pageData.publicUrl}${claimPath(drop)}`
