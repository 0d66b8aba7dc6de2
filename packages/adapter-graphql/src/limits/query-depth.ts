import type { SelectionSetNode, ValidationContext, ValidationRule } from 'graphql'
import { Kind } from 'graphql'
import { tooComplex } from '../errors/request-error.ts'
import { LIMITS } from './limits.ts'

const isIntrospection = (fieldName: string): boolean => fieldName === '__schema' || fieldName === '__type'

/**
 * Rejects operations that are too deep. A root field has depth 1, its fields have depth 2, and so on; fragments add no
 * depth. Introspection fields may be deeper, because tools need that.
 */
export const queryDepthRule: ValidationRule = (context) => ({
  OperationDefinition(operation) {
    const depths = fieldDepths(operation.selectionSet, context)
    for (const [limit, value, asked] of [
      ['introspectionDepth', LIMITS.introspectionDepth, depths.introspection],
      ['queryDepth', LIMITS.queryDepth, depths.fields],
    ] as const) {
      if (asked <= value) continue
      const message = `The query is ${asked} deep, at most ${value} is allowed`
      context.reportError(tooComplex(message, { limit, value, asked }))
    }
    return false
  },
})

function fieldDepths(root: SelectionSetNode, context: ValidationContext) {
  const byFragment = new Map<string, number>()
  const deepest = { fields: 0, introspection: 0 }

  /** The number of field levels in a selection. A fragment that spreads itself is rejected by another rule. */
  function levels(selections: SelectionSetNode, isRoot: boolean): number {
    let deepestHere = 0
    for (const selection of selections.selections) {
      let depth: number
      if (selection.kind === Kind.FIELD) {
        depth = 1 + (selection.selectionSet ? levels(selection.selectionSet, false) : 0)
        if (isRoot) note(selection.name.value, depth)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        depth = levels(selection.selectionSet, isRoot)
      } else {
        depth = levelsOfFragment(selection.name.value, isRoot)
      }
      deepestHere = Math.max(deepestHere, depth)
    }
    return deepestHere
  }

  function levelsOfFragment(name: string, isRoot: boolean): number {
    const key = `${isRoot} ${name}`
    const known = byFragment.get(key)
    if (known !== undefined) return known
    byFragment.set(key, 0)
    const fragment = context.getFragment(name)
    const depth = fragment ? levels(fragment.selectionSet, isRoot) : 0
    byFragment.set(key, depth)
    return depth
  }

  function note(fieldName: string, depth: number): void {
    const kind = isIntrospection(fieldName) ? 'introspection' : 'fields'
    deepest[kind] = Math.max(deepest[kind], depth)
  }

  levels(root, true)
  return deepest
}
