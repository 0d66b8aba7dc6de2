// Checks the content of the pages without running it: languages, links, file names, commands and their options.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ALL_RUNS } from '../crash/all-runs.ts'
import { pageWithTable } from '../crash/results.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { HELD_LANGUAGES, HOLDS, typeErrorsOf } from './held-blocks.ts'
import { type Block, fileNameOf, filesHere, findPages, isProgram, type Page, ROOT } from './pages.ts'
import { RUN_ELSEWHERE, STAND_INS, standInFor } from './session.ts'

const pages = findPages()
const files = filesHere()
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

it('finds the pages that people begin with', () => {
  expect(pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'docs/guide.md',
      'docs/operating.md',
    ]),
  )
})

it('has a check for every block', () => {
  const unheld = pages
    .flatMap(({ blocks }) => blocks)
    .filter(({ language }) => !HELD_LANGUAGES.includes(language))
    .map(({ page, line, language }) => `${page}:${line} is in ${language || 'no language'}`)
  expect(unheld, `languages with a rule: ${HELD_LANGUAGES.join(', ')}`).toEqual([])
})

it('leaves no command in a block that is only to be looked at', () => {
  const command =
    /^\s*(?:\$ |(?:sudo )?(?:npm|npx|node|git|curl|docker|psql|cd|export|set) [^\s|]|[A-Z_]+=\S+ (?:npm|node) )/m
  const hidden = pages
    .flatMap(({ blocks }) => blocks)
    .filter(({ language, text }) => language === 'text' && command.test(text))
    .map(({ page, line }) => `${page}:${line}`)
  expect(hidden).toEqual([])
})

it('names a file for every program, and runs it', () => {
  const idle = pages
    .filter(({ path }) => !(path in RUN_ELSEWHERE))
    .flatMap(({ blocks, text }) =>
      blocks.filter(isProgram).filter((block) => {
        const file = fileNameOf(block)
        return file === undefined || !text.includes(`tools/run.mjs ${file}`)
      }),
    )
  expect(idle.map(({ page, line }) => `${page}:${line}`)).toEqual([])
})

it('uses every stand-in', () => {
  const taken = new Set(
    pages.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.language === 'sh' ? standInFor(block).taken : [])),
    ),
  )
  expect(STAND_INS.filter((standIn) => !taken.has(standIn)).map(({ written }) => String(written))).toEqual([])
})

it('leaves no page to a test that does not run it', () => {
  for (const [page, { test, by }] of Object.entries(RUN_ELSEWHERE))
    expect(read(test), `${test} is to hold ${page}`).toContain(by)
})

describe('commands', () => {
  const scriptsOf = (path: string): Readonly<Record<string, string>> => JSON.parse(read(path)).scripts ?? {}
  const workspaces = new Map(
    files
      .filter((path) => path.endsWith('package.json'))
      .map((path) => [String(JSON.parse(read(path)).name), path] as const),
  )

  /** The file that parses a script's options: the server's command line, or the file that the script runs. */
  const sourceOf = (script: string): string => {
    const file = script
      .split(' ')
      .findLast((word) => /\.(?:ts|mjs)$/.test(word) && !word.includes('node_modules'))
    if (file !== 'apps/server/src/main.mjs') return read(file ?? '')
    return globSync('apps/server/src/cli/*.ts', { cwd: ROOT }).map(read).join('\n')
  }

  const USED = /npm (?:run )?(?:--silent )?(?<verb>[a-z][\w:-]*)(?<more>(?: -w \S+)?(?: --(?: \S+)*)?)/g
  /** npm's own commands, and those that run a script of the same name without `run`. */
  const NPMS_OWN = new Set(['ci', 'install', 'publish', 'pack', 'init', 'i', 'audit', 'version', 'pkg'])

  const errorOf = (found: RegExpMatchArray): string | undefined => {
    const { verb = '', more = '' } = found.groups ?? {}
    if (verb === 'run' || (!found[0].startsWith('npm run') && NPMS_OWN.has(verb))) return undefined
    const workspace = /-w (\S+)/.exec(more)?.[1]
    const manifest = workspace === undefined ? 'package.json' : workspaces.get(workspace)
    if (manifest === undefined) return `there is no workspace ${workspace}`
    const script = scriptsOf(manifest)[verb]
    if (script === undefined) return `there is no npm run ${verb}`
    if (script.includes('vitest.mjs') || workspace !== undefined) return undefined
    const words = sourceOf(script)
    const unknown = [...more.matchAll(/\s--([a-z][a-z-]*)/g)]
      .map(([, flag = '']) => flag)
      .filter((flag) => !new RegExp(`--${flag}\\b|['"]?\\b${flag}['"]?: \\{|'${flag}'`).test(words))
    return unknown.length === 0 ? undefined : `npm run ${verb} knows no --${unknown.join(', --')}`
  }

  const errorsIn = (page: Page): readonly string[] => {
    const pieces = [
      ...page.codeWords.map(({ line, text }) => ({ line, text })),
      ...page.blocks.filter(({ language }) => language === 'sh').map(({ line, text }) => ({ line, text })),
    ]
    return pieces.flatMap(({ line, text }) =>
      [...text.replaceAll(/\\\n\s*/g, '').matchAll(USED)].flatMap((found) => {
        const error = errorOf(found)
        return error === undefined ? [] : [`${page.path}:${line}: ${error}`]
      }),
    )
  }

  it('of npm are there, with the options that pages give them', () => {
    expect(pages.flatMap(errorsIn)).toEqual([])
  })

  it.each([
    {
      verb: 'crash-tests',
      named: /npm run crash-tests -- (?:\S+ )*?--only ([\w-]+)/g,
      of: 'test/crash/runs/*.ts',
    },
    { verb: 'bench', named: /npm run bench -- (?:\S+ )*?--only ([\w-]+)/g, of: 'bench/src/measures/*.ts' },
  ])('of $verb name their arguments', ({ named, of }) => {
    const sources = globSync(of, { cwd: ROOT }).map(read).join('\n')
    const asked = pages.flatMap(({ text }) => [...text.matchAll(named)].map(([, name]) => name))
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((name) => !sources.includes(`name: '${name}'`))).toEqual([])
  })
})

describe('names', () => {
  const slugOf = (heading: string): string =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
  const anchorsOf = (path: string): readonly string[] =>
    [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slugOf(heading))

  it('in links lead somewhere', () => {
    const dead = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        const [file = '', anchor] = link.split('#')
        const target = file === '' ? path : normalize(join(dirname(path), file))
        if (!existsSync(join(ROOT, target))) return [`${path} → ${link}`]
        if (anchor === undefined || !target.endsWith('.md')) return []
        return anchorsOf(target).includes(anchor) ? [] : [`${path} → ${link}`]
      }),
    )
    expect(dead).toEqual([])
  })

  /** Files that the reader or the commands create, and patterns of names. */
  const NOT_HERE =
    /^(\.?\/?data\/|DATA_DIR|node_modules\/|reports\/|latest-|\/|~|https?:)|(^|\/)dist(\/|$)|[*…<>{}$:]|^(?:[\w-]+\.)?(?:receiver|follow|hello|listen)\.ts$/

  /** Pages that mention files of other projects. */
  const OF_OTHERS = ['docs/adr/0020-ideas-adopted-from-other-projects.md']

  it('of files, set as code, are of files that are there', () => {
    const looksLikeFile =
      /^(?:[\w@.-]+\/)*[\w@.-]+\.(?:ts|tsx|mts|mjs|md|json|jsonc|graphql|move|yaml|html|svg)$/
    const looksLikeFolder = /^(?:packages|apps|test|tools|docs|bench|examples)(?:\/[\w.-]+)+\/?$/
    const absent = pages.flatMap(({ path, text, codeWords, blocks }) => {
      const saved = new Set(
        blocks.flatMap(({ before }) => [...before.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name)),
      )
      return codeWords.flatMap(({ line, text: word }) => {
        if (NOT_HERE.test(word) || OF_OTHERS.includes(path)) return []
        const name = word.replace(/\/$/, '')
        if (looksLikeFile.test(name)) {
          const near = normalize(join(dirname(path), name))
          const isThere = files.some((file) => file === name || file === near || file.endsWith(`/${name}`))
          return isThere || saved.has(word) || existsSync(join(ROOT, near)) || text.includes(`> ${name}`)
            ? []
            : [`${path}:${line}: ${word}`]
        }
        if (looksLikeFolder.test(name))
          return existsSync(join(ROOT, name)) ? [] : [`${path}:${line}: ${word}`]
        return []
      })
    })
    expect(absent).toEqual([])
  })
})

/** The errors in a block that is not run, by the rule for its language. */
const errorsOf = (block: Block): readonly string[] => {
  try {
    return HOLDS[block.language]?.(block) ?? []
  } catch (error) {
    return [String(error)]
  }
}

it.each(pages.filter(({ blocks }) => blocks.some(({ language }) => language in HOLDS)))(
  '$path shows nothing that is not so',
  ({ path, blocks }) => {
    const errors = blocks.flatMap((block) =>
      errorsOf(block).map((error) => `${path}:${block.line}: ${error}`),
    )
    expect(errors).toEqual([])
  },
)

it('finds a program with a type error', () => {
  const file = join(temporaryFolder(), 'planted.mts')
  writeFileSync(file, 'const amount: bigint = 100n\n\nexport const text: string = amount\n')
  expect(typeErrorsOf(ROOT, [file])).toEqual([`${file}:3: Type 'bigint' is not assignable to type 'string'.`])
})

it('the page on reliability shows the stored results, and no others', () => {
  const page = read('docs/testing.md')
  expect(pageWithTable(page)).toBe(page)
})

it('the page on testing describes each run', () => {
  const page = read('docs/testing.md')
  for (const { name } of ALL_RUNS) expect(page).toContain(`| \`${name}\` |`)
})
