import { mountPage } from '../page/mount-page.tsx'
import { inDashboard } from '../words/messages/dashboard.ts'
import { creator } from './creator.ts'
import { DashboardPage } from './dashboard-page.tsx'
import { farewell } from './sign-in/farewell.ts'

mountPage(<DashboardPage />, (reads) => {
  // Before React hears of it: what one creator has read is nothing to the next who signs in here.
  creator.onChange((now, { isElsewhere }) => {
    reads.clear()
    if (now === null && isElsewhere) farewell.say(inDashboard('youWereSignedOutIn'))
  })
})
