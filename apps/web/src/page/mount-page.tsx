import '@fontsource-variable/inter'
import '@fontsource-variable/bricolage-grotesque'
import '@mantine/core/styles.layer.css'
import './page.css'
import { Button, Center, DirectionProvider, MantineProvider, Stack, Text, Title } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { Component, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ServiceTimeDocument } from '../api/generated/operations.ts'
import { credential, renewVisitInTime } from '../api/http.ts'
import { createReads } from '../api/reads.ts'
import { request } from '../api/request.ts'
import { language, loadLanguage } from '../words/language.ts'
import { t } from '../words/messages.ts'
import { pageData, serviceClock } from './page-data.ts'
import { cssVariables, themeOfPage } from './theme.ts'

interface State {
  readonly hasFailed: boolean
}

/** Shows a message if rendering the page throws. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Center component="main" mih="100vh" p="xl">
        <Stack align="center" gap="xs">
          <Title order={1} size="h2">
            {t('pageFailed')}
          </Title>
          <Text c="dimmed">{t('pageFailedText')}</Text>
          <Button mt="sm" onClick={() => location.reload()}>
            {t('loadAgain')}
          </Button>
        </Stack>
      </Center>
    )
  }
}

const LOOK_MS = 10_000
/** After the page was hidden for this long, the server's time is always read again. */
const LONG_HIDDEN_MS = 60_000

let isAsking = false

/** Reads the server's time. Assumes that it was taken halfway between request and answer. */
async function rereadServerTime(): Promise<void> {
  // Before the sign-in to the dashboard, there is no credential to read with.
  if (isAsking || credential.get() === null) return
  isAsking = true
  const askedMs = performance.now()
  try {
    const { service } = await request(ServiceTimeDocument, {})
    serviceClock.set(Date.parse(service.now), (askedMs + performance.now()) / 2)
  } catch {
    // The next check reads it again.
  } finally {
    isAsking = false
  }
}

/** Keeps the page's server clock right after the machine slept or the tab was suspended. */
function watchClock(): void {
  let hiddenAtMs = 0
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenAtMs = performance.now()
    else if (serviceClock.isUncertain() || performance.now() - hiddenAtMs > LONG_HIDDEN_MS)
      void rereadServerTime()
  })
  setInterval(() => {
    if (!document.hidden && serviceClock.isUncertain()) void rereadServerTime()
  }, LOOK_MS)
}

/** Renders a page with everything that all pages share. `begin` starts the first reads while React renders. */
export function mountPage(content: ReactNode, begin: (reads: QueryClient) => void = () => {}): void {
  // An open dialog adds a style element that locks the page's scrolling, and needs this nonce.
  setNonce(pageData.nonce)
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no element for its content')
  const reads = createReads()
  begin(reads)
  watchClock()
  renewVisitInTime()
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
