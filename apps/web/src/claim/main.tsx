import './first-look.css'
import { mountPage } from '../page/mount-page.tsx'
import { isEmbedded } from '../page/page-data.ts'
import { ClaimPage } from './claim-page.tsx'
import { beginEmbedding } from './embedded.ts'
import { claimer } from './use-claimer.ts'
import { forgetReadsOfClaimer, readDropAhead } from './use-drop.ts'

mountPage(<ClaimPage />, (reads) => {
  readDropAhead(reads)
  if (isEmbedded) beginEmbedding()
  claimer.onChange((now) => now && forgetReadsOfClaimer(reads))
})
