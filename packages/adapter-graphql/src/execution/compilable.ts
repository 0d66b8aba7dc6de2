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
 * of type JSON. Documents that do the one or the other are interpreted.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
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
