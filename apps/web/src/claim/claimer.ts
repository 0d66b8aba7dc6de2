import { createSignedIn } from '../session/session.ts'

/** Whose wallet is connected to the claim pages. */
export const claimer = createSignedIn('dropkit.claimer')
