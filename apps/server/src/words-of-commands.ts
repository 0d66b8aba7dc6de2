/** The form of commands in texts: npm scripts in the repository, or `dropkit` if the package is installed. */
type CalledAs = 'npm' | 'dropkit'

/** The sources only run in the repository. The installed package contains compiled JavaScript. */
const CALLED_HERE: CalledAs = import.meta.filename.endsWith('.ts') ? 'npm' : 'dropkit'

/** A command in a column of a help text. The text in the next column keeps its position. */
const IN_COLUMN = /^( {2})(npm .*?)( {2,})(?=\S)/gm
const COMMAND = /npm (?:start|run (?:--silent )?([\w-]+))(?: --(?= ))?/g

/** Replaces the npm scripts in a text for operators by the commands that work in this installation. */
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
    .replaceAll('Put its options after -- as below', 'Its options are named below')
    .replaceAll('put options after --, as below', 'put options of a script after --')
}

const renamed = (text: string): string =>
  text.replace(COMMAND, (_, verb: string | undefined) => (verb === undefined ? 'dropkit' : `dropkit ${verb}`))
