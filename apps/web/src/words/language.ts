import { readSaved, save } from '../session/saved.ts'

/** The languages of the pages, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

/** `pseudo` is English in brackets, right to left. It shows text that is missing in the catalogs. For tests only. */
export type Language = keyof typeof LANGUAGES | 'pseudo'

const PLACE = 'dropkit.language'

const isLanguage = (text: unknown): text is Language =>
  text === 'pseudo' || (typeof text === 'string' && Object.hasOwn(LANGUAGES, text))

/** Whether `Intl` accepts this tag. Some browsers report the system's locale, such as `en-US@posix`, which is not valid. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The language of the page, and the locale of its numbers and dates. */
export function pickLanguage(
  chosen: unknown,
  asked: readonly string[],
): { readonly language: Language; readonly locale: string | undefined } {
  const base = (tag: string) => tag.toLowerCase().split('-')[0]
  const isChosen = isLanguage(chosen)
  const valid = asked.filter(isLocale)
  const language = isChosen ? chosen : (valid.map(base).find(isLanguage) ?? 'en')
  const written = language === 'pseudo' ? 'en' : language
  // The browser's own locale includes the region, which decides between 24 and 12 hours and the order of day and month.
  const regional = valid.find((tag) => base(tag) === written)
  return { language, locale: regional ?? (isChosen || valid.length > 0 ? written : undefined) }
}

/** Fixed while a page is open. Another language reloads the page. */
export const { language, locale } = pickLanguage(
  readSaved(PLACE),
  typeof navigator === 'undefined' ? [] : navigator.languages,
)

/** Stores the language for all pages, and reloads this page. */
export function chooseLanguage(next: Language): void {
  save(PLACE, next)
  location.reload()
}
