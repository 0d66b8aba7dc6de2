// Finds effects that need no import, which dependency-cruiser cannot see. In packages/, the machine's clock and its
// environment are passed in; in core, randomness is passed in too, and nothing depends on the time zone or the language of
// the machine. An adapter may use a stopwatch (performance.now()), because a stopwatch measures a duration and does not tell
// the time. In apps/server, only the service clock may read the machine's clock, because clocks differ between machines.
import ts from 'typescript'

export type Territory = 'core' | 'adapter' | 'server'

const globalsClosedToCore = new Set(['crypto', 'globalThis', 'performance', 'process'])

/** Names that format, compare or read something as is usual at the place of the machine. */
const LOCAL =
  /^(Intl|localeCompare|toLocale\w+|to(Date|Time)String|getTimezoneOffset|[gs]et(FullYear|Month|Date|Day|Hours|Minutes))$/

const isAccessTo = (node: ts.Identifier, name: string): boolean =>
  ts.isPropertyAccessExpression(node.parent) &&
  node.parent.expression === node &&
  node.parent.name.text === name

/** Whether code reads the identifier as a value. The name of a member, a type or a declaration is not a value. */
const isRead = (node: ts.Identifier): boolean => {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent))
    return parent.getChildAt(0) === node
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.initializer === node
  if (ts.isBindingElement(parent)) return parent.initializer === node
  return !(ts.isTypeNode(parent) || ts.isTypeElement(parent) || ts.isMethodDeclaration(parent))
}

const effectOfDate = (node: ts.Identifier, territory: Territory): string | undefined => {
  const { parent } = node
  if (ts.isNewExpression(parent) && parent.expression === node) {
    if ((parent.arguments?.length ?? 0) === 0) return 'new Date() without an argument'
    return parent.arguments?.length === 1 ? undefined : 'new Date() with a local time'
  }
  if (isAccessTo(node, 'UTC')) return undefined
  if (isAccessTo(node, 'parse')) return territory === 'core' ? 'Date.parse' : undefined
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword)
    return undefined
  return isAccessTo(node, 'now') ? 'Date.now' : 'Date'
}

const effectOfMath = (node: ts.Identifier): string | undefined => {
  if (isAccessTo(node, 'random')) return 'Math.random'
  return ts.isPropertyAccessExpression(node.parent) ? undefined : 'Math'
}

const effectOfProcess = (node: ts.Identifier): string | undefined =>
  ts.isPropertyAccessExpression(node.parent) && node.parent.name.text !== 'env' ? undefined : 'process.env'

const effectOf = (node: ts.Identifier, territory: Territory): string | undefined => {
  if (ts.isImportSpecifier(node.parent)) {
    const from = node.parent.parent.parent.parent.moduleSpecifier
    const isProcess = ts.isStringLiteral(from) && /^(node:)?process$/.test(from.text)
    return isProcess && node.text === 'env' ? 'process.env' : undefined
  }
  if (territory === 'core' && LOCAL.test(node.text)) return node.text
  if (!isRead(node)) return undefined
  if (node.text === 'Date') return effectOfDate(node, territory)
  if (territory === 'core') {
    if (node.text === 'Math') return effectOfMath(node)
    return globalsClosedToCore.has(node.text) ? node.text : undefined
  }
  if (territory === 'server') return undefined
  if (node.text === 'process') return effectOfProcess(node)
  return node.text === 'globalThis' ? node.text : undefined
}

/** The forbidden effects in a source text, as "line: effect". */
export const forbiddenEffects = (source: string, territory: Territory): readonly string[] => {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const effect = ts.isIdentifier(node) ? effectOf(node, territory) : undefined
    if (effect !== undefined)
      found.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${effect}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const ORDER: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
])

/** Comparisons of a time of the chain, which has another clock than the service. Found by the names of such times. */
export const chainTimeComparisons = (source: string): readonly string[] => {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && ORDER.has(node.operatorToken.kind)) {
      const text = node.getText().replaceAll(/\s+/g, ' ')
      if (/\bchainTime\b|\b(transfer|receipt|payment|effects)\.at\b/.test(text)) found.push(text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
