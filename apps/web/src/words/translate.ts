import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import { language, locale } from './language.ts'

/** As the files say them. The build compiles each ICU message; what arrives here is no text any more. */
type Messages = Readonly<Record<string, string>>
type Translation<M extends Messages> = { readonly default: Readonly<Record<keyof M, string>> }
type Values = Readonly<Record<string, string | number>>
type Tag = (inside: ReactNode) => ReactNode

/** Gives messages in the language of the page. */
export interface Translate<M extends Messages> {
  (key: keyof M & string, values?: Values): string
  /** For a message with tags, such as `<link>`, or with values that are elements. */
  readonly rich: (key: keyof M & string, values: Readonly<Record<string, string | number | Tag>>) => ReactNode
}

const formatters: FormatOptions = {
  formatters: {
    getDateTimeFormat: (...args) => new Intl.DateTimeFormat(...args),
    getNumberFormat: (...args) => new Intl.NumberFormat(...args),
    getPluralRules: (...args) => new Intl.PluralRules(...args),
  },
}

const spoken = language === 'pseudo' ? 'en' : language
const written = locale ?? spoken

/** Loads what an area lacks; empties itself as areas are loaded. */
const missing: (() => Promise<void>)[] = []

/**
 * The messages of one area of the pages. English is in the page's script. Another language is loaded by
 * `loadLanguage`; TypeScript requires that it has the same keys.
 */
export function messagesOf<M extends Messages>(
  english: M,
  others: { readonly de: () => Promise<Translation<M>> },
): Translate<M> {
  let known: Readonly<Record<keyof M, string>> = english
  if (spoken !== 'en')
    missing.push(async () => {
      known = (await others[spoken]()).default
    })
  const compiled = (key: keyof M) => known[key] as unknown as CompiledMessage
  const plain = (key: keyof M & string, values: Values = {}): string =>
    shown(String(format(compiled(key), written, values, formatters)))
  const rich: Translate<M>['rich'] = (key, values) => {
    const inside = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'function' ? (parts: ReactNode[]) => value(asNode(parts)) : value,
      ]),
    ) as Record<string, string | number | ((parts: ReactNode[]) => ReactNode)>
    return asNode(['', format<ReactNode>(compiled(key), written, inside as never, formatters)].flat())
  }
  return Object.assign(plain, { rich })
}

/** Before a page, or a part of it that is loaded later, is drawn. Without a connection it stays English. */
export async function loadLanguage(): Promise<void> {
  const loads = missing.splice(0).map((load) => load())
  await Promise.all(loads).catch(() => {})
}

const asNode = (parts: readonly ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...(language === 'pseudo' ? ['⟦', ...parts, '⟧'] : parts))

/** Longer by a third, as other languages are. */
const shown = (text: string): string =>
  language === 'pseudo' ? `⟦${text}${'·'.repeat(Math.ceil(text.length / 3))}⟧` : text

/** A label inside a sentence: English writes it in lower case there, German does not. */
export const midSentence = (label: string): string =>
  spoken === 'en' ? label.slice(0, 1).toLowerCase() + label.slice(1) : label
