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
 * Whether compiling a document is worthwhile and gives the same result as interpreting it. Compiling blocks the process,
 * and freshly compiled code is slow at first, so only operations with few fields are compiled. The compiler treats a
 * missing variable inside an object literal as null (which would clear a field that the request did not name), always does
 * so inside a JSON value, and takes null for false in `@skip` and `@include`. It reads variables from and writes fields to
 * objects that inherit the names of all objects, such as `toString`. Such documents are not compiled.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
  if (fieldsOf(document) > MOST_FIELDS) return false
  const types = new TypeInfo(schema)
  const nullable = nullableVariablesOf(document)
  let compilable = true
  const visitor = visitWithTypeInfo(types, {
    Name({ value }) {
      if (value in Object.prototype) compilable = false
    },
    Variable(node, _key, parent) {
      const mayBeNull = nullable.has(node.name.value)
      const isWhole = isNode(parent) && parent.kind !== Kind.OBJECT_FIELD
      if (types.getDirective() ? !mayBeNull : isWhole || (!mayBeNull && types.getInputType())) return
      compilable = false
    },
  })
  visit(document, visitor)
  return compilable
}

/** The variables that a request may omit or set to null. */
const nullableVariablesOf = ({ definitions }: DocumentNode): ReadonlySet<string> =>
  new Set(
    definitions
      .flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? (one.variableDefinitions ?? []) : []))
      .filter(({ type }) => type.kind !== Kind.NON_NULL_TYPE)
      .map(({ variable }) => variable.name.value),
  )

const isNode = (parent: ASTNode | readonly ASTNode[] | undefined): parent is ASTNode =>
  parent !== undefined && 'kind' in parent

/** More fields than any operation of our pages has. Compiling them takes a few milliseconds. */
const MOST_FIELDS = 60

/** Counts the fields that the compiler visits. It expands a fragment at each spread. */
function fieldsOf(document: DocumentNode): number {
  const own = new Map<ASTNode, { fields: number; spreads: string[] }>()
  const fragments = new Map<string, ASTNode>()
  let current: { fields: number; spreads: string[] } = { fields: 0, spreads: [] }
  const enter = (node: ASTNode) => {
    current = { fields: 0, spreads: [] }
    own.set(node, current)
  }
  visit(document, {
    OperationDefinition: enter,
    FragmentDefinition(node) {
      enter(node)
      fragments.set(node.name.value, node)
    },
    Field() {
      current.fields++
    },
    FragmentSpread({ name }) {
      current.spreads.push(name.value)
    },
  })
  const counted = new Map<ASTNode, number>()
  const countOf = (node: ASTNode): number => {
    const known = counted.get(node)
    if (known !== undefined) return known
    // A fragment that spreads itself is rejected by another rule.
    counted.set(node, 0)
    const { fields, spreads } = own.get(node) ?? { fields: 0, spreads: [] }
    const count = spreads.reduce((sum, name) => {
      const fragment = fragments.get(name)
      return sum + (fragment ? countOf(fragment) : 0)
    }, fields)
    counted.set(node, count)
    return count
  }
  return Math.max(0, ...[...own.keys()].map(countOf))
}
