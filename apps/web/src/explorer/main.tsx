import { mountPage } from '../page/mount-page.tsx'
import { ExplorerPage } from './explorer-page.tsx'

mountPage(<ExplorerPage />)
