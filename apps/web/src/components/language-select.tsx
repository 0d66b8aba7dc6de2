import { chooseLanguage, LANGUAGES, type Language, language } from '../words/language.ts'
import { t } from '../words/messages.ts'
import classes from './language-select.module.css'

/** The language of the pages; the browser's until another one is chosen. */
export const LanguageSelect = () => (
  // A select of Mantine's brings a list and its positioning to pages that have to be light.
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
