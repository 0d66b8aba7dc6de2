export const heading = (level: number, words: string): string => `${'#'.repeat(level)} ${words}`

/** The anchor of a heading. */
export const slugOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/**
 * A Markdown table. A cell may contain any text, including line breaks. Columns that are empty in every row are omitted.
 */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const isUsed = heads.map((_head, column) => rows.some((row) => (row[column] ?? '') !== ''))
  const line = (cells: readonly string[]) =>
    `| ${cells
      .filter((_cell, column) => isUsed[column])
      .map(cell)
      .join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

const cell = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')

export const fence = (language: 'graphql' | 'json' | 'text', text: string): string =>
  `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

export const json = (value: unknown): string => fence('json', JSON.stringify(value, null, 2))

export const code = (text: string): string => `\`${text}\``

export const link = (label: string, target: string): string => `[${label}](${target})`

/** Escapes text that was written for a terminal, in which `<` does not begin a tag. */
export const prose = (text: string): string =>
  text.replaceAll(/`[^`]*`|[<*_]/g, (found) => {
    if (found.length > 1) return found
    return found === '<' ? '&lt;' : `\\${found}`
  })

/** Joins non-empty parts with an empty line in between. */
export const parts = (...all: readonly (string | undefined)[]): string =>
  all.filter((part) => part !== undefined && part !== '').join('\n\n')

export const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

/** A page: its name, a first sentence for the list of pages, and its text. */
export interface Page {
  readonly file: string
  readonly title: string
  readonly about: string
  readonly text: () => string
}

const HEAD = '<!-- Generated from the source by `npm run reference`. Do not edit. -->'

export const wholePage = ({ title, about, text }: Page): string =>
  `${parts(HEAD, `# ${title}`, about, text())}\n`
