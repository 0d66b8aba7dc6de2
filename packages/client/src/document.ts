/**
 * The text of one operation, with the types of its result and variables. Documents that GraphQL Code Generator writes with
 * `documentMode: 'string'` have this type too.
 */
export interface Document<Data, Variables> {
  toString(): string
  /** Never set; it carries the types. */
  readonly __apiType?: (variables: Variables) => Data
}

export const document = <Data, Variables>(text: string): Document<Data, Variables> => ({
  toString: () => text,
})
