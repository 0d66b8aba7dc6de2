import '@fontsource-variable/inter'
import '@fontsource-variable/bricolage-grotesque'
import '@mantine/core/styles.layer.css'
import './page.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createReads } from '../api/reads.ts'
import { keepVisit } from '../api/visit.ts'
import { language } from '../words/language.ts'
import { loadLanguage } from '../words/translate.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { pageData } from './page-data.ts'
import { cssVariables, themeOfPage } from './theme.ts'
import { watchClock } from './watch-clock.ts'

/** Renders a page with everything that all pages share. `begin` starts the first reads while React renders. */
export function mountPage(content: ReactNode, begin: (reads: QueryClient) => void = () => {}): void {
  // An open dialog adds a style element that locks the page's scrolling, and needs this nonce.
  setNonce(pageData.nonce)
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no element for its content')
  const reads = createReads()
  begin(reads)
  watchClock()
  keepVisit()
  document.documentElement.lang = language === 'pseudo' ? 'en-XA' : language
  const direction = language === 'pseudo' ? 'rtl' : 'ltr'
  document.documentElement.dir = direction
  const draw = () =>
    createRoot(root).render(
      <StrictMode>
        <DirectionProvider initialDirection={direction} detectDirection={false}>
          <MantineProvider
            theme={themeOfPage()}
            cssVariablesResolver={cssVariables}
            defaultColorScheme="auto"
            getStyleNonce={() => pageData.nonce}
          >
            <QueryClientProvider client={reads}>
              <ErrorBoundary>{content}</ErrorBoundary>
            </QueryClientProvider>
          </MantineProvider>
        </DirectionProvider>
      </StrictMode>,
    )
  void loadLanguage().then(draw)
}
