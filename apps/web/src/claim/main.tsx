import './first-look.css'
import { mountPage } from '../page/mount-page.tsx'
import { ClaimPage } from './claim-page.tsx'
import { readDropAhead } from './use-drop.ts'

mountPage(<ClaimPage />, readDropAhead)
