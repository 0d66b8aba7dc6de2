import './first-look.css'
import { mountPage } from '../page/mount-page.tsx'
import { ClaimPage } from './claim-page.tsx'
import { claimer } from './claimer.ts'
import { forgetReadsOfClaimer, readDropAhead } from './use-drop.ts'

mountPage(<ClaimPage />, (reads) => {
  readDropAhead(reads)
  claimer.onChange((now) => now && forgetReadsOfClaimer(reads))
})
