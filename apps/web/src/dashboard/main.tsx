import { mountPage } from '../page/mount-page.tsx'
import { DashboardPage } from './dashboard-page.tsx'

mountPage(<DashboardPage />)
