import { readSaved, save } from '../session/saved.ts'

/** The languages of the pages, as their speakers call them. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

/** `pseudo` is English in brackets, written from right to left: it shows text that is in no catalog. For tests. */
export type Language = keyof typeof LANGUAGES | 'pseudo'

const PLACE = 'dropkit.language'

const isLanguage = (text: unknown): text is Language =>
  text === 'pseudo' || (typeof text === 'string' && Object.hasOwn(LANGUAGES, text))

/** Browsers tell what the machine calls its locale, such as `en-US@posix`, which is no tag that `Intl` takes. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The language of this page, and the locale in which it writes numbers and dates. */
export function pickLanguage(
  chosen: unknown,
  asked: readonly string[],
): { readonly language: Language; readonly locale: string | undefined } {
  const base = (tag: string) => tag.toLowerCase().split('-')[0]
  const isChosen = isLanguage(chosen)
  const valid = asked.filter(isLocale)
  const language = isChosen ? chosen : (valid.map(base).find(isLanguage) ?? 'en')
  const written = language === 'pseudo' ? 'en' : language
  // The browser's own locale knows the region: 24 hours or 12, day or month first.
  const regional = valid.find((tag) => base(tag) === written)
  return { language, locale: regional ?? (isChosen || valid.length > 0 ? written : undefined) }
}

/** Fixed while a page is open: whoever chooses another language gets the page anew. */
export const { language, locale } = pickLanguage(
  readSaved(PLACE),
  typeof navigator === 'undefined' ? [] : navigator.languages,
)

/** Shows this page, and all others from now on, in another language. */
export function chooseLanguage(next: Language): void {
  save(PLACE, next)
  location.reload()
}
