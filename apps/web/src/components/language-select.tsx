import { chooseLanguage, LANGUAGES, type Language, language } from '../words/language.ts'
import { t } from '../words/messages.ts'
import classes from './language-select.module.css'

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
