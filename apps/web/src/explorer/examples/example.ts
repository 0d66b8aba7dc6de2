/** An operation to begin from. */
export interface Example {
  readonly title: string
  readonly query: string
  /** As they stand in the editor; what begins with "YOUR" is for whoever asks to fill in. */
  readonly variables?: Readonly<Record<string, unknown>>
}

/** Examples of what one part of the service does. */
export interface ExampleArea {
  readonly area: string
  readonly examples: readonly Example[]
}
