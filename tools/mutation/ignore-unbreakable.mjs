// Ignores mutants that no test can or should kill: code that the compiler proves, and text for people.

/** `new SomeError(…)`: the text of an error. */
const isSaid = (path) =>
  path.isNewExpression() && path.node.callee.type === 'Identifier' && path.node.callee.name.endsWith('Error')

const isCallOf = (node, name) =>
  node?.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === name

/** The text of `invariant(holds, text)`. */
const isNameOfInvariant = (path) =>
  path.listKey === 'arguments' && path.key === 1 && isCallOf(path.parent, 'invariant')

/** `default: return unreachable(value)`: the compiler rejects the switch if this can be reached. */
const isUnreachable = (path) => {
  if (!path.isSwitchCase() || path.node.test !== null) return false
  const [only, ...more] = path.node.consequent
  return (
    more.length === 0 &&
    (isCallOf(only?.argument, 'unreachable') || isCallOf(only?.expression, 'unreachable'))
  )
}

/** `if (!changed.ok) throw new Error('…')`: a refusal that cannot happen here, checked only to narrow the type. */
const isRefusalThatNeverComes = (path) => {
  if (!path.isIfStatement() || path.node.alternate) return false
  const { test, consequent } = path.node
  return (
    consequent.type === 'ThrowStatement' &&
    test.type === 'UnaryExpression' &&
    test.argument.type === 'MemberExpression' &&
    test.argument.property.name === 'ok'
  )
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'unbreakable',
    value: {
      shouldIgnore(path) {
        if (isSaid(path)) return 'What an error says is for people.'
        if (isNameOfInvariant(path)) return 'What an invariant is called is for people.'
        if (isUnreachable(path)) return 'The compiler proves that nothing comes here.'
        if (isRefusalThatNeverComes(path)) return 'An assertion that the caller knows to hold.'
        return undefined
      },
    },
  },
]
