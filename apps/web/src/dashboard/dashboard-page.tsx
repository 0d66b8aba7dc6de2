import '@mantine/dates/styles.css'
import '@mantine/dropzone/styles.css'
import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import { Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { lazyPart } from '../components/lazy-part.ts'
import { ScreenSkeleton } from '../components/screen-head.tsx'
import { WalletProvider } from '../wallet/connect-wallet.tsx'
import { creator } from './creator.ts'
import { Frame } from './frame/frame.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'

const DropsScreen = lazyPart(() => import('./drops/drops-screen.tsx'))
const CreateDropScreen = lazyPart(() => import('./create/create-drop-screen.tsx'))
const DropScreen = lazyPart(() => import('./drop/drop-screen.tsx'))
const PreviewScreen = lazyPart(() => import('./drop/preview/preview-screen.tsx'))
const TokensScreen = lazyPart(() => import('./tokens/tokens-screen.tsx'))
const CreateTokenScreen = lazyPart(() => import('./tokens/create-token-screen.tsx'))
const TokenScreen = lazyPart(() => import('./tokens/token-screen.tsx'))
const WebhooksScreen = lazyPart(() => import('./webhooks/webhooks-screen.tsx'))
const WebhookScreen = lazyPart(() => import('./webhooks/webhook-screen.tsx'))
const UnmatchedScreen = lazyPart(() => import('./unmatched/unmatched-screen.tsx'))
const SettingsScreen = lazyPart(() => import('./settings/settings-screen.tsx'))

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
