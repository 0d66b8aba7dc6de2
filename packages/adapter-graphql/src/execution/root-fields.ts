import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/**
 * The root fields of an operation: each once, under its response name, with fragments expanded. Fields that @skip and
 * @include would leave out count as well.
 */
export function rootFieldsOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly FieldNode[] {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  }
  const fields = new Map<string, FieldNode>()

  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        fields.set((selection.alias ?? selection.name).value, selection)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect(selection.selectionSet)
      } else {
        const fragment = fragments.get(selection.name.value)
        // A second spread adds no other fields.
        fragments.delete(selection.name.value)
        if (fragment) collect(fragment.selectionSet)
      }
    }
  }

  collect(operation.selectionSet)
  return [...fields.values()]
}
