import { onTestFinished, vi } from 'vitest'

/** Stubs what modules of apps/web read when they are loaded, until the test ends. Import the modules afterwards. */
export function stubPage(): void {
  vi.stubGlobal('document', { getElementById: () => null, addEventListener: () => {} })
  vi.stubGlobal('location', { origin: 'https://drops.example', pathname: '/d/pepper' })
  vi.stubGlobal('addEventListener', () => {})
  vi.resetModules()
  onTestFinished(() => void vi.unstubAllGlobals())
}
