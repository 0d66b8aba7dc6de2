/** The client is loaded with the first action, because the page can be read without it. */
export const loadClient = () => import('./claim-client.ts').then(({ claimClient }) => claimClient)
