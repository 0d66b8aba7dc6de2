import { createSignedIn } from '../session/session.ts'

/** The wallet that is connected to the claim pages. */
export const claimer = createSignedIn('dropkit.claimer')
