// `npm run move -w packages/adapter-chain`: compiles the Move packages, writes the results to move/build, and writes the
// Move tests that are generated from other files.
import { writeFileSync } from 'node:fs'
import { buildPath, compileMovePackage, MOVE_PACKAGE_NAMES, readMovePackage } from './compile-move.ts'
import { generatedTests } from './generated-tests.ts'

for (const { path, text } of generatedTests()) writeFileSync(path, text)

for (const name of MOVE_PACKAGE_NAMES) {
  const compiled = await compileMovePackage(readMovePackage(name))
  writeFileSync(buildPath(name), `${JSON.stringify(compiled, null, 2)}\n`)
  console.log(`${name}: ${compiled.modules.length} modules, digest ${compiled.digest}`)
}
