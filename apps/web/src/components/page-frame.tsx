import {
  ActionIcon,
  Anchor,
  Box,
  Container,
  Group,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isEmbedded } from '../page/page-data.ts'
import { chooseLanguage, LANGUAGES, type Language, language } from '../words/language.ts'
import { t } from '../words/messages.ts'
import classes from './components.module.css'

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

/** The logo and the name: a drop on a leaf. */
export function Brand({ size = 26 }: { readonly size?: number }) {
  return (
    <Group gap={8} wrap="nowrap" component="span">
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="#0b6e4f" />
        <path
          d="M16 5.5c4.6 5.6 7.4 9 7.4 12.9a7.4 7.4 0 0 1-14.8 0c0-3.9 2.8-7.3 7.4-12.9Z"
          fill="#c9f26b"
        />
      </svg>
      <Text component="span" className="brand-name" fw={800} fz={size * 0.72} ff="heading" lh={1}>
        Dropkit
      </Text>
    </Group>
  )
}

/** Switches between light and dark. Follows the system setting until the user chooses. */
export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const current = useComputedColorScheme('light')
  const other = current === 'light' ? 'dark' : 'light'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t(other === 'dark' ? 'darkColors' : 'lightColors')}
      onClick={() => setColorScheme(other)}
    >
      {other === 'dark' ? <IconMoon size={19} /> : <IconSun size={19} />}
    </ActionIcon>
  )
}

/** Selects the language of the pages. Default: the browser's language. */
export const LanguageSelect = () => (
  // Mantine's select would add its list and positioning code to pages that must stay small.
  <select
    className={classes['select']}
    aria-label={t('language')}
    value={language}
    onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
  >
    {Object.entries(LANGUAGES).map(([code, name]) => (
      <option key={code} value={code} lang={code}>
        {name}
      </option>
    ))}
    {language === 'pseudo' ? <option value="pseudo">⟦…⟧</option> : null}
  </select>
)
