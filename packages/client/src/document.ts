/**
 * The text of one operation, which knows the types of its result and its variables. Documents that GraphQL Code Generator
 * writes with `documentMode: 'string'` have this shape too.
 */
export interface Document<Data, Variables> {
  toString(): string
  /** Never set; it carries the types. */
  readonly __apiType?: (variables: Variables) => Data
}

export const document = <Data, Variables>(text: string): Document<Data, Variables> => ({
  toString: () => text,
})
