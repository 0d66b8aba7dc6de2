import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { t } from '../words/messages.ts'

interface State {
  readonly hasFailed: boolean
}

/** Shows a message if rendering the page throws. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
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
