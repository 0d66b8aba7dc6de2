import { mountPage } from '../page/mount-page.tsx'
import { VerifyPage } from './verify-page.tsx'

mountPage(<VerifyPage />)
