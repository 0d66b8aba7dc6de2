import { inDashboard } from '../words/messages.ts'
import './first-look.css'
import { mountPage } from '../page/mount-page.tsx'
import { creator } from './creator.ts'
import { DashboardPage } from './dashboard-page.tsx'
import { signOutReason } from './sign-in/sign-in-screen.tsx'

mountPage(<DashboardPage />, (reads) => {
  // Clears the cache before React renders again, so that the next creator who signs in does not see the data of the
  // previous one.
  creator.onChange((now, { isElsewhere }) => {
    reads.clear()
    if (now === null && isElsewhere) signOutReason.say(inDashboard('youWereSignedOutIn'))
  })
})
