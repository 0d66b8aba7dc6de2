// Commands that tests run in place of those on a page. All other commands are run as they are.
import type { Block } from './pages.ts'

type StandIn = {
  /** Matches a whole command on a page. */
  readonly written: RegExp
  /** The replacement. It may refer to groups of the expression. */
  readonly run: string
  readonly because: string
}

/** Commands that take long, or that need something a test must not use. The first match counts. */
export const STAND_INS: readonly StandIn[] = [
  {
    written: /^npm start$/,
    run: ':',
    because:
      'a server that was started by it runs beside the page; test/readme.test.ts starts one from nothing',
  },
  {
    written: /^node tools\/run\.mjs tools\/production-install\.mjs \S+$/,
    run: ':',
    because: 'it installs a whole server; test/production-install.test.ts does so and starts it',
  },
  {
    written: /^npm run rehearse$/,
    run: 'npm run rehearse -- --help',
    because: 'it runs until it is stopped; test/rehearse.test.ts starts it',
  },
  {
    written: /^npm (test|run test:long)( -- .*)?$/,
    run: 'npm test -- --help',
    because: 'it is what runs this; the same command with a question that is answered at once',
  },
  {
    written: /^((?:ATTACK_\w+=\S+ )?npm run attack(?: -- .*)?)$/,
    run: 'npm run attack -- --help',
    because: 'it takes hours; npm test runs the same files with fewer tries',
  },
  {
    written: /^npm run (crash-tests|memory)( -- .*)?$/,
    run: 'npm run $1 -- --help',
    because: 'it takes up to an hour; test/crash/crash-tests.test.ts runs the short form of each run',
  },
  {
    written: /^npm run simulate -- (.*)--seeds \d+(.*)$/,
    run: 'npm run simulate -- $1--seeds 20$2',
    because: 'a hundred thousand lives take a quarter of an hour; the same command lives twenty',
  },
  {
    written: /^(npm run simulate -- --seed 42)$/,
    run: '$1',
    because: 'as it stands, but once: several pages tell of it',
  },
  {
    written: /^(npm run simulate -- .*--plant NAME)$/,
    run: '! $1',
    because: 'NAME is for the reader to fill in; one that is unknown is refused, as the page says',
  },
  {
    written: /^npm run bench( -- .*)?$/,
    run: ':',
    because:
      'it installs the products that it compares with, and takes minutes; bench/src/run-measures.test.ts runs the runner',
  },
  {
    written: /^(?:MUTAT\w+=\S+ )*npm run mutation( -- .*)?$/,
    run: ':',
    because: 'it installs Stryker, changes the rules a thousand times, and takes hours',
  },
  {
    written: /^npm run check$/,
    run: 'node tools/run.mjs tools/check.mjs dependencies',
    because:
      'all checks take a minute and a half, and run beside these tests in every review; one of them is run',
  },
  {
    written: /^(npm run dev -w @dropkit\/web)$/,
    run: '$1 -- --version',
    because: 'it serves until it is ended; the same command with a question that is answered at once',
  },
]

/** Lines that are joined by a backslash, or that are inside quotes, are one command. */
const asCommands = (text: string): readonly string[] => text.replaceAll(/\\\n\s*/g, '').split('\n')

/** An explanatory comment after a command. */
const COMMENT = /\s+#\s.*$|^#\s.*$/

/** The block to run, and the stand-ins that it uses. Stand-ins in `done` have been run before and are not run again. */
export const standInFor = (
  block: Block,
  done: Set<string> = new Set(),
): { readonly text: string; readonly taken: readonly StandIn[] } => {
  const taken: StandIn[] = []
  const lines = asCommands(block.text).map((line) => {
    const command = line.replace(COMMENT, '').trim()
    const found = STAND_INS.find(({ written }) => written.test(command))
    if (!found) return line
    taken.push(found)
    const instead = command.replace(found.written, found.run)
    if (done.has(instead)) return ':'
    done.add(instead)
    return instead
  })
  return { text: lines.join('\n'), taken }
}
