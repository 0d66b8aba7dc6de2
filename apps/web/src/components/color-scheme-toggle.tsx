import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { t } from '../words/messages.ts'

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
