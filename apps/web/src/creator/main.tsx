import { mountPage } from '../page/mount-page.tsx'
import { CreatorPage } from './creator-page.tsx'

mountPage(<CreatorPage />)
