import { createSignedIn } from '../session/session.ts'

/** The creator who is signed in to the dashboard. */
export const creator = createSignedIn('dropkit.dashboard')
