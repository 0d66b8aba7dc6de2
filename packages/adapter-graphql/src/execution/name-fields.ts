import {
  type ArgumentNode,
  type ASTNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  type ObjectFieldNode,
  visit,
} from 'graphql'
import type { ErrorExtensions } from '../errors/request-error.ts'

/** Of messages that name a missing argument or input field: the error is then at the object around it. */
const MISSING = /^Field "(?:\w+\.(\w+)" of required type|\w+" argument "(\w+)" of type)/

/** Adds the argument or input field to each error of a document that is about one, as in errors of variables. */
export function nameFields(document: DocumentNode, errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const fields = fieldsOf(document, new Set(errors.flatMap(({ nodes = [] }) => nodes)))
  return errors.map((error) => {
    if (error.extensions['code'] !== undefined) return error
    const missing = MISSING.exec(error.message)
    const field =
      missing?.[1] ?? missing?.[2] ?? error.nodes?.map((node) => fields.get(node)).find((name) => name)
    if (field === undefined) return error
    return new GraphQLError(error.message, {
      nodes: error.nodes ?? [],
      extensions: {
        code: 'BAD_USER_INPUT',
        retryable: false,
        field: field.slice(0, 100),
      } satisfies ErrorExtensions,
    })
  })
}

/** The innermost argument or input field around each of the nodes that is in one. */
function fieldsOf(document: DocumentNode, nodes: ReadonlySet<ASTNode>): ReadonlyMap<ASTNode, string> {
  const around: string[] = []
  const fields = new Map<ASTNode, string>()
  visit(document, {
    enter(node) {
      if (hasValue(node)) around.push(node.name.value)
      const field = around.at(-1)
      if (field !== undefined && nodes.has(node)) fields.set(node, field)
    },
    leave(node) {
      if (hasValue(node)) around.pop()
    },
  })
  return fields
}

const hasValue = (node: ASTNode): node is ArgumentNode | ObjectFieldNode =>
  node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD
