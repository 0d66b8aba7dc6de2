import { USAGES } from '../../apps/server/src/cli/help-text.ts'
import { code, heading, link, list, type Page, parts, table } from './markdown.ts'
import { proseWithSettings, settingsPage } from './settings-page.ts'

export const commandsPage: Page = {
  file: 'commands.md',
  title: 'Commands',
  about: 'All commands of the command line.',
  text: () =>
    parts(
      `Commands need the same ${link('settings', settingsPage.file)} as the server. ${code('npm start -- --help')} prints this list.`,
      list(Object.keys(USAGES).map((name) => link(code(name), `#${name}`))),
      ...Object.entries(USAGES).map(([name, usage]) =>
        parts(heading(2, code(name)), ...readUsage(usage).map(commandSection)),
      ),
    ),
}

interface Described {
  call: string
  meaning: string
}

interface Command extends Described {
  readonly options: Described[]
  note: string
}

const COMMAND = /^ {2}(npm .*?) {2,}(\S.*)$/
const OPTION = /^ {10}(\[.+?\]) {2,}(\S.*)$/
/** A required option is written without brackets. The text after it continues the sentence. */
const MORE_OF_CALL = /^ {10}(--.+?) {2,}(\S.*)$/
const MORE_WORDS = /^ {40,}(\S.*)$/
const NOTE = /^ {10,11}(\S.*)$/

/** Parses the two columns of a command's help. */
function readUsage(usage: string): readonly Command[] {
  const commands: Command[] = []
  for (const line of usage.trimEnd().split('\n')) {
    const [, call = '', meaning = ''] = COMMAND.exec(line) ?? []
    if (call !== '') {
      commands.push({ call, meaning, options: [], note: '' })
      continue
    }
    const command = commands.at(-1)
    if (!command || !takesLine(command, line))
      throw new Error(`the help has a line of no known form: ${line}`)
  }
  return commands
}

function takesLine(command: Command, line: string): boolean {
  const option = OPTION.exec(line)
  const moreOfCall = MORE_OF_CALL.exec(line)
  const moreWords = MORE_WORDS.exec(line)
  const note = NOTE.exec(line)
  if (option) command.options.push({ call: option[1] ?? '', meaning: option[2] ?? '' })
  else if (moreOfCall) {
    command.call += ` ${moreOfCall[1]}`
    command.meaning += ` ${moreOfCall[2]}`
  } else if (moreWords) (command.options.at(-1) ?? command).meaning += ` ${moreWords[1]}`
  else if (note) command.note += ` ${note[1]}`
  return (option ?? moreOfCall ?? moreWords ?? note) !== null
}

/** The option names in brackets, for example in `[-- --json] [--seed NUMBER]`. */
const namesIn = (call: string): readonly string[] =>
  [...call.matchAll(/\[(?:-- )?([^\]]+)\]/g)].map(([, name = '']) => name)

const commandSection = ({ call, meaning, options, note }: Command): string =>
  parts(
    `${code(call)} ${proseWithSettings(meaning)}.`,
    note === '' ? '' : `${proseWithSettings(note.trim())}.`,
    table(
      ['option', 'what it does'],
      options.map((option) => [namesIn(option.call).map(code).join(', '), proseWithSettings(option.meaning)]),
    ),
  )
