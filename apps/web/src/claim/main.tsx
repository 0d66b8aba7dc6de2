import { mountPage } from '../page/mount-page.tsx'
import { ClaimPage } from './claim-page.tsx'

mountPage(<ClaimPage />)
