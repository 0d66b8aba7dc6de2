import '@mantine/dates/styles.css'
import '@mantine/dropzone/styles.css'
import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { ScreenSkeleton } from '../components/screen-head.tsx'
import { WalletProvider } from '../wallet/connect-wallet.tsx'
import { creator } from './creator.ts'
import { Frame } from './frame/frame.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'

const DropsScreen = lazy(() => import('./drops/drops-screen.tsx'))
const CreateDropScreen = lazy(() => import('./create/create-drop-screen.tsx'))
const DropScreen = lazy(() => import('./drop/drop-screen.tsx'))
const PreviewScreen = lazy(() => import('./drop/preview/preview-screen.tsx'))
const TokensScreen = lazy(() => import('./tokens/tokens-screen.tsx'))
const CreateTokenScreen = lazy(() => import('./tokens/create-token-screen.tsx'))
const TokenScreen = lazy(() => import('./tokens/token-screen.tsx'))
const WebhooksScreen = lazy(() => import('./webhooks/webhooks-screen.tsx'))
const WebhookScreen = lazy(() => import('./webhooks/webhook-screen.tsx'))
const UnmatchedScreen = lazy(() => import('./unmatched/unmatched-screen.tsx'))
const SettingsScreen = lazy(() => import('./settings/settings-screen.tsx'))

export function DashboardPage() {
  return (
    <WalletProvider>
      <Notifications position="bottom-right" />
      <Screens />
    </WalletProvider>
  )
}

function Screens() {
  const signedIn = creator.use()
  if (signedIn === null) return <SignInScreen />
  return (
    <BrowserRouter key={signedIn.secret} basename="/dashboard">
      <Routes>
        <Route
          path="drops/:id/preview"
          element={
            <Suspense fallback={<ScreenSkeleton />}>
              <PreviewScreen />
            </Suspense>
          }
        />
        <Route element={<Frame />}>
          <Route index element={<DropsScreen />} />
          <Route path="drops/new" element={<CreateDropScreen />} />
          <Route path="drops/:id" element={<DropScreen />} />
          <Route path="drops/:id/:tab" element={<DropScreen />} />
          <Route path="tokens" element={<TokensScreen />} />
          <Route path="tokens/new" element={<CreateTokenScreen />} />
          <Route path="tokens/:id" element={<TokenScreen />} />
          <Route path="webhooks" element={<WebhooksScreen />} />
          <Route path="webhooks/:id" element={<WebhookScreen />} />
          <Route path="unmatched" element={<UnmatchedScreen />} />
          <Route path="settings" element={<SettingsScreen />} />
          <Route path="*" element={<Navigate to="/" replace />} />
        </Route>
      </Routes>
    </BrowserRouter>
  )
}
