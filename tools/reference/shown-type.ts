import { isEnumType } from 'graphql'
import ts from 'typescript'
import { code, link } from './markdown.ts'
import { schema } from './schema-areas.ts'
import { anchorOfType } from './type-tables.ts'

/** The type of an event's field, in a language-independent notation. */
export function shownType(checker: ts.TypeChecker, node: ts.TypeNode): string {
  if (ts.isUnionTypeNode(node)) return node.types.map((one) => shownType(checker, one)).join(' or ')
  if (ts.isTypeOperatorNode(node)) return shownType(checker, node.type)
  if (ts.isArrayTypeNode(node)) return `list of ${shownType(checker, node.elementType)}`
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText()
    if (name === 'Digits') return link('digits', '#formats')
    const shown = schema.getType(name)
    if (shown && isEnumType(shown)) return link(code(name), `operations.md#${anchorOfType(shown)}`)
  }
  const words: { readonly [text: string]: string } = {
    string: 'text',
    number: 'number',
    boolean: 'boolean',
    null: 'null',
  }
  return words[node.getText()] ?? shownStructure(checker, node)
}

/** The possible words, or the fields of an object. */
function shownStructure(checker: ts.TypeChecker, node: ts.TypeNode): string {
  const type = checker.getTypeAtLocation(node)
  const members = type.isUnion() ? type.types : [type]
  if (members.every((member) => member.isStringLiteral()))
    return members.map((member) => code(member.isStringLiteral() ? member.value : '')).join(' or ')
  const fields = type.getProperties().map(({ name }) => name)
  if (fields.length === 0) throw new Error(`no words for the type ${node.getText()}`)
  return code(`{${fields.join(', ')}}`)
}
