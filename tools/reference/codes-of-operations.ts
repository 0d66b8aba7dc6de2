import { REFUSAL_MEANINGS, type RefusalKind } from '@dropkit/core'
import ts from 'typescript'
import {
  type ErrorCode,
  REQUEST_CODE_MEANINGS,
} from '../../packages/adapter-graphql/src/errors/request-error.ts'
import { type RootKind, rootTypes, sourceProgram } from './type-tables.ts'

// Finds the error codes that an operation can return. They are not declared anywhere, so this follows all names from the
// resolver through the code, with the help of the compiler, and collects the refusals that are created. It may find a
// refusal that cannot happen for this operation. It does not miss any that is created in Dropkit's code, or that a port
// returns and the code passes on.

const RESOLVERS = /packages\/adapter-graphql\/src\/resolvers\//
/** The files that are searched for refusals. */
const WALKED = /packages\/(?:core\/src\/(?:application|domain)|adapter-graphql\/src\/(?:resolvers|errors))\//

const REFUSALS_LEAVE_BY = 'refusalError'

type Found = ReadonlySet<ErrorCode>

export function codesOfOperations(): (kind: RootKind, name: string) => Found {
  const checker = sourceProgram().getTypeChecker()
  const makers = makersByInterface(checker)
  const reached = new Map<ts.Node, readonly ts.Node[]>()
  const made = new Map<ts.Node, readonly ErrorCode[]>()

  /** The declarations that a piece of code refers to. Also stores the codes that it creates itself. */
  function look(declaration: ts.Node): readonly ts.Node[] {
    const known = reached.get(declaration)
    if (known) return known
    const named = new Set<ts.Node>()
    const codes: ErrorCode[] = []
    const handedOn = refusalsIn(checker, checker.getTypeAtLocation(declaration))
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return
      if (ts.isPropertyAssignment(node)) codes.push(...codeIn(node))
      if (ts.isIdentifier(node)) {
        for (const one of declarationsOf(checker, makers, node)) named.add(one)
        codes.push(...answersOfPort(checker, node).filter((one) => handedOn.includes(one)))
      }
      ts.forEachChild(node, visit)
    }
    ts.forEachChild(declaration, visit)
    const all = [...named].filter((one) => one !== declaration)
    reached.set(declaration, all)
    made.set(declaration, codes)
    return all
  }

  function codesFrom(start: ts.Node): Found {
    const seen = new Set<ts.Node>([start])
    const found = new Set<ErrorCode>()
    // The set grows during the iteration.
    for (const declaration of seen) {
      for (const next of look(declaration)) seen.add(next)
      for (const one of made.get(declaration) ?? []) found.add(one)
    }
    // A resolver that does not throw refusals as errors returns null instead.
    const throwsRefusals = [...seen].some(
      (one) => ts.isFunctionDeclaration(one) && one.name?.text === REFUSALS_LEAVE_BY,
    )
    return throwsRefusals ? found : new Set([...found].filter((one) => one in REQUEST_CODE_MEANINGS))
  }

  const resolvers = resolverDeclarations(checker)
  return (kind, name) => {
    const start = resolvers.get(`${rootTypes[kind].name}.${name}`)
    if (!start) throw new Error(`nothing answers ${name}`)
    return codesFrom(start)
  }
}

/** The code in `kind: 'not_found'` of a refusal, or in `code: 'RATE_LIMITED'` of an error. */
function codeIn({ name, initializer }: ts.PropertyAssignment): readonly ErrorCode[] {
  if (!ts.isIdentifier(name) || !ts.isStringLiteralLike(initializer)) return []
  const { text } = initializer
  if (name.text === 'kind' && text in REFUSAL_MEANINGS)
    return [(text as RefusalKind).toUpperCase() as ErrorCode]
  return name.text === 'code' && text in REQUEST_CODE_MEANINGS ? [text as ErrorCode] : []
}

/** The refusals in the result type of a function. */
function refusalsIn(checker: ts.TypeChecker, type: ts.Type): readonly ErrorCode[] {
  const [signature] = type.getCallSignatures()
  const given = signature && checker.getAwaitedType(signature.getReturnType())
  return (given ? membersOf(given) : []).flatMap((result) => {
    const error = result.getProperty('error')
    if (!error) return []
    return membersOf(checker.getTypeOfSymbol(error)).flatMap((refusal) => {
      const kind = refusal.getProperty('kind')
      const value = kind && checker.getTypeOfSymbol(kind)
      return value?.isStringLiteral() && value.value in REFUSAL_MEANINGS
        ? [value.value.toUpperCase() as ErrorCode]
        : []
    })
  })
}

const membersOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type])

function answersOfPort(checker: ts.TypeChecker, name: ts.Identifier): readonly ErrorCode[] {
  const symbol = checker.getSymbolAtLocation(name)
  const [declaration] = symbol?.declarations ?? []
  if (!symbol || !declaration || !ts.isInterfaceDeclaration(declaration.parent)) return []
  if (!/packages\/core\/src\/ports\//.test(declaration.getSourceFile().fileName)) return []
  return refusalsIn(checker, checker.getTypeOfSymbol(symbol))
}

type Makers = ReadonlyMap<string, readonly ts.Node[]>

function declarationsOf(checker: ts.TypeChecker, makers: Makers, name: ts.Identifier): readonly ts.Node[] {
  const symbol =
    ts.isShorthandPropertyAssignment(name.parent) && name.parent.name === name
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name)
  if (!symbol) return []
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return (target.declarations ?? []).flatMap((declaration) => {
    if (!WALKED.test(declaration.getSourceFile().fileName)) return []
    const { parent } = declaration
    // A call of an interface's method runs the code of the functions that create the interface's objects.
    if (ts.isInterfaceDeclaration(parent)) return makers.get(parent.name.text) ?? []
    return isCode(declaration) ? [declaration] : []
  })
}

const isCode = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isPropertyAssignment(node) ||
  (ts.isVariableDeclaration(node) && node.initializer !== undefined)

/** The functions that create the objects of an interface of the application layer, such as the claim queue. */
function makersByInterface(checker: ts.TypeChecker): Makers {
  const makers = new Map<string, ts.Node[]>()
  for (const file of sourceProgram().getSourceFiles()) {
    if (!/packages\/core\/src\/application\//.test(file.fileName)) continue
    for (const statement of file.statements) {
      if (!ts.isFunctionDeclaration(statement) || !statement.type) continue
      const interfaceName = checker.getTypeFromTypeNode(statement.type).symbol?.name
      if (interfaceName) makers.set(interfaceName, [...(makers.get(interfaceName) ?? []), statement])
    }
  }
  return makers
}

/** The resolver of each operation, by `Type.field`. */
function resolverDeclarations(checker: ts.TypeChecker): ReadonlyMap<string, ts.Node> {
  const found = new Map<string, ts.Node>()
  const visit = (node: ts.Node): void => {
    if (ts.isShorthandPropertyAssignment(node)) {
      const type = node.parent.parent
      const [declaration] = checker.getShorthandAssignmentValueSymbol(node)?.declarations ?? []
      if (declaration && ts.isPropertyAssignment(type))
        found.set(`${type.name.getText()}.${node.name.text}`, declaration)
    }
    ts.forEachChild(node, visit)
  }
  for (const file of sourceProgram().getSourceFiles()) if (RESOLVERS.test(file.fileName)) visit(file)
  return found
}
