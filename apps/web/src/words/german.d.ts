// The German messages of a catalog, which the build compiles.
declare module '*.json?de' {
  const messages: Readonly<Record<string, import('icu-minify/format').CompiledMessage>>
  export default messages
}
