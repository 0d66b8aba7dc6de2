import { Anchor, Box, Container, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isEmbedded } from '../page/page-data.ts'
import { t } from '../words/messages.ts'
import { Brand } from './brand.tsx'
import { ColorSchemeToggle, LanguageSelect } from './page-controls.tsx'

/** The frame of public pages: the header with the logo, the content and the footer. */
export function PublicPage({
  children,
  right,
  width = 1040,
}: {
  readonly children: ReactNode
  /** Next to the logo, for example the connected wallet. */
  readonly right?: ReactNode
  /** The content's maximum width in pixels. */
  readonly width?: number
}) {
  return (
    <Box mih={isEmbedded ? undefined : '100dvh'} style={{ display: 'flex', flexDirection: 'column' }}>
      <Container component="header" size={width} w="100%" px="md" py="md">
        <Group justify="space-between" wrap="nowrap">
          <Brand />
          <Group gap="xs" wrap="nowrap">
            {right}
            <ColorSchemeToggle />
          </Group>
        </Group>
      </Container>
      <Container component="main" size={width} w="100%" px="md" pb="xl" style={{ flex: 1 }}>
        {children}
      </Container>
      <Container component="footer" size={width} w="100%" px="md" py="lg">
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {t.rich('footer', {
              link: (text) => (
                <Anchor href="/dashboard" size="xs" underline="always">
                  {text}
                </Anchor>
              ),
            })}
          </Text>
          <LanguageSelect />
        </Group>
      </Container>
    </Box>
  )
}
