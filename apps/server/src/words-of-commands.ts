/** How commands are called: as scripts of npm in the repository, as `dropkit` where the package is installed. */
type CalledAs = 'npm' | 'dropkit'

/** The sources are run in the repository alone; the package is what is compiled of them. */
const CALLED_HERE: CalledAs = import.meta.filename.endsWith('.ts') ? 'npm' : 'dropkit'

/** In a column of commands, what they mean stands in the next column, which keeps its place. */
const IN_COLUMN = /^( {2})(npm .*?)( {2,})(?=\S)/gm
const COMMAND = /npm (?:start|run (?:--silent )?([\w-]+))(?: --(?= ))?/g

/** A text for operators, which names commands as scripts of npm, with the names that they have where this runs. */
export const inWordsHere = (text: string): string => inWordsOf(CALLED_HERE, text)

export function inWordsOf(calledAs: CalledAs, text: string): string {
  if (calledAs === 'npm') return text
  const columns = text.replace(
    IN_COLUMN,
    (_, indent: string, command: string, gap: string) =>
      indent + renamed(command).padEnd(command.length + gap.length),
  )
  return renamed(columns)
    .replaceAll('[-- --', '[--')
    .replaceAll('options stand behind -- as below', 'options are named below')
    .replaceAll('options stand behind --, as below', 'those of a script stand behind --')
}

const renamed = (text: string): string =>
  text.replace(COMMAND, (_, verb: string | undefined) => (verb === undefined ? 'dropkit' : `dropkit ${verb}`))
