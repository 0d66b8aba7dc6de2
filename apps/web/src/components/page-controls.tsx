import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { chooseLanguage, LANGUAGES, type Language, language } from '../words/language.ts'
import { t } from '../words/messages.ts'
import classes from './language-select.module.css'

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
