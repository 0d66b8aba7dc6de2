import type messages from '../../words/messages/explorer.en.json'

type ExplorerText = keyof typeof messages

/** An example operation. */
export interface Example {
  /** A key of the explorer's messages. */
  readonly title: ExplorerText
  readonly query: string
  /** As in the editor. The user replaces values that begin with "YOUR". */
  readonly variables?: Readonly<Record<string, unknown>>
}

/** Examples for one part of the API. */
export interface ExampleArea {
  readonly area: ExplorerText
  readonly examples: readonly Example[]
}
