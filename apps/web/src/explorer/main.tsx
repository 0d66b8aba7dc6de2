import { creator } from '../dashboard/creator.ts'
import { mountPage } from '../page/mount-page.tsx'
import { ExplorerPage } from './explorer-page.tsx'

mountPage(<ExplorerPage />, (reads) => void creator.onChange(() => reads.clear()))
