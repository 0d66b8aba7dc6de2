import { mountPage } from '../page/mount-page.tsx'
import { PayPage } from './pay-page.tsx'

mountPage(<PayPage />)
