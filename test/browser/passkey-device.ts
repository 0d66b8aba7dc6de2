import type { BrowserContext, Frame, Page } from 'playwright-core'

/** Adds a virtual passkey device that confirms every request of a page, or of a frame from another site. */
export async function addPasskeyDevice(context: BrowserContext, place: Page | Frame): Promise<void> {
  const session = await context.newCDPSession(place)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
