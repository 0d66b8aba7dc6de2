import { createSignedIn } from '../session/session.ts'

/** Who is signed in to the dashboard. */
export const creator = createSignedIn('dropkit.dashboard')
