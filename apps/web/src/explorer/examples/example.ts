import type messages from '../../words/messages/explorer.en.json'

type ExplorerText = keyof typeof messages

/** An operation to begin from. */
export interface Example {
  /** A key of the explorer's messages. */
  readonly title: ExplorerText
  readonly query: string
  /** As they stand in the editor; what begins with "YOUR" is for whoever asks to fill in. */
  readonly variables?: Readonly<Record<string, unknown>>
}

/** Examples of what one part of the service does. */
export interface ExampleArea {
  readonly area: ExplorerText
  readonly examples: readonly Example[]
}
