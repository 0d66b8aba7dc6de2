import {
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/**
 * Whether compiling a document gives what interpreting it gives. The compiler takes a variable inside a written-out
 * value for null when it is not given (so that a field would be cleared which nobody named), and always inside a value
 * of type JSON. And it writes a fragment out wherever it is spread, so that thirty fragments, each spread twice by the
 * one before, would keep it busy for ever. Documents of either kind are interpreted.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
  if (writtenOutSpreads(document) > MOST_SPREADS) return false
  const types = new TypeInfo(schema)
  let required = new Set<string>()
  let compilable = true
  const visitor = visitWithTypeInfo(types, {
    OperationDefinition(operation) {
      required = new Set(
        (operation.variableDefinitions ?? [])
          .filter(({ type }) => type.kind === Kind.NON_NULL_TYPE)
          .map(({ variable }) => variable.name.value),
      )
    },
    // A fragment does not say what its variables are.
    FragmentDefinition() {
      required = new Set()
    },
    Variable(node, _key, parent) {
      const isWhole = isNode(parent) && parent.kind !== Kind.OBJECT_FIELD
      if (isWhole || (required.has(node.name.value) && types.getInputType())) return
      compilable = false
    },
  })
  visit(document, visitor)
  return compilable
}

const isNode = (parent: ASTNode | readonly ASTNode[] | undefined): parent is ASTNode =>
  parent !== undefined && 'kind' in parent

/** Written out, as many make a program that is still quickly made. */
const MOST_SPREADS = 500

/** How many spreads there would be if each stood for all that it leads to. */
function writtenOutSpreads(document: DocumentNode): number {
  const spreads = new Map<ASTNode, string[]>()
  const byName = new Map<string, ASTNode>()
  let current: string[] = []
  visit(document, {
    OperationDefinition(node) {
      current = []
      spreads.set(node, current)
    },
    FragmentDefinition(node) {
      current = []
      spreads.set(node, current)
      byName.set(node.name.value, node)
    },
    FragmentSpread({ name }) {
      current.push(name.value)
    },
  })
  const counted = new Map<ASTNode, number>()
  const countOf = (node: ASTNode): number => {
    const known = counted.get(node)
    if (known !== undefined) return known
    // A fragment that leads to itself is refused elsewhere.
    counted.set(node, 0)
    const inner = (spreads.get(node) ?? []).map((name) => byName.get(name))
    const count = inner.reduce((sum, fragment) => sum + 1 + (fragment ? countOf(fragment) : 0), 0)
    counted.set(node, count)
    return count
  }
  return Math.max(0, ...[...spreads.keys()].map(countOf))
}
