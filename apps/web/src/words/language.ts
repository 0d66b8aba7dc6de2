import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import { readSaved, save } from '../session/saved.ts'

/** The languages of the pages, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

/** `pseudo` is English in brackets, right to left. It shows text that is missing in the catalogs. For tests only. */
export type Language = keyof typeof LANGUAGES | 'pseudo'

const STORAGE_KEY = 'dropkit.language'

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
  const formatLocale = language === 'pseudo' ? 'en' : language
  // The browser's own locale includes the region, which decides between 24 and 12 hours and the order of day and month.
  const regional = valid.find((tag) => base(tag) === formatLocale)
  return { language, locale: regional ?? (isChosen || valid.length > 0 ? formatLocale : undefined) }
}

/** Fixed while a page is open. Another language reloads the page. */
export const { language, locale } = pickLanguage(
  readSaved(STORAGE_KEY),
  typeof navigator === 'undefined' ? [] : navigator.languages,
)

/** Stores the language for all pages, and reloads this page. */
export function chooseLanguage(next: Language): void {
  save(STORAGE_KEY, next)
  location.reload()
}

/**
 * A catalog: the messages by key, in each language. The build compiles each ICU message and puts each language into a module
 * of its own, so the values here are the compiled English messages at run time.
 */
type Catalog = Readonly<Record<string, Readonly<Record<keyof typeof LANGUAGES, string>>>>
type Compiled = Readonly<Record<string, CompiledMessage>>
type Values = Readonly<Record<string, string | number>>
type Tag = (inside: ReactNode) => ReactNode

/** Returns messages in the language of the page. */
export interface Translate<M extends Catalog> {
  (key: keyof M & string, values?: Values): string
  /** For messages with tags, such as `<link>`, or with React elements as values. */
  readonly rich: (key: keyof M & string, values: Readonly<Record<string, string | number | Tag>>) => ReactNode
}

const formatters: FormatOptions = {
  formatters: {
    getDateTimeFormat: (...args) => new Intl.DateTimeFormat(...args),
    getNumberFormat: (...args) => new Intl.NumberFormat(...args),
    getPluralRules: (...args) => new Intl.PluralRules(...args),
  },
}

const catalogLanguage = language === 'pseudo' ? 'en' : language
const formatLocale = locale ?? catalogLanguage

/** Loads the areas that are missing. Entries are removed when they are loaded. */
const missing: (() => Promise<void>)[] = []

/**
 * The messages of one area of the pages. English is in the page's script. German is loaded by `loadLanguage`. A module of an
 * area that is loaded after the page has started waits for `loadLanguage`, so that constants can use the messages.
 */
export function messagesOf<M extends Catalog>(
  english: M,
  german: () => Promise<{ readonly default: Compiled }>,
): Translate<M> {
  let known = english as unknown as Compiled
  if (catalogLanguage === 'de')
    missing.push(async () => {
      known = (await german()).default
    })
  const compiled = (key: keyof M & string) => known[key] as CompiledMessage
  const plain = (key: keyof M & string, values: Values = {}): string =>
    shown(String(format(compiled(key), formatLocale, values, formatters)))
  const rich: Translate<M>['rich'] = (key, values) => {
    const inside = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'function' ? (parts: ReactNode[]) => value(asNode(parts)) : value,
      ]),
    ) as Record<string, string | number | ((parts: ReactNode[]) => ReactNode)>
    return asNode(['', format<ReactNode>(compiled(key), formatLocale, inside as never, formatters)].flat())
  }
  return Object.assign(plain, { rich })
}

/**
 * Loads the missing messages. Call it before a page, or a part that is loaded later, is rendered. If loading fails, the
 * messages stay in English.
 */
export async function loadLanguage(): Promise<void> {
  const loads = missing.splice(0).map((load) => load())
  await Promise.all(loads).catch(() => {})
}

const asNode = (parts: readonly ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...(language === 'pseudo' ? ['⟦', ...parts, '⟧'] : parts))

/** The pseudo language makes texts a third longer, as translations often are. */
const shown = (text: string): string =>
  language === 'pseudo' ? `⟦${text}${'·'.repeat(Math.ceil(text.length / 3))}⟧` : text

/** A label inside a sentence: lower case in English, unchanged in German. */
export const midSentence = (label: string): string =>
  catalogLanguage === 'en' ? label.slice(0, 1).toLowerCase() + label.slice(1) : label
