// Packs the packages as they would be published: one tarball each, in the caller's folder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, publishedFolders } from './build.mjs'
import { callNpm } from './call-npm.mjs'

/**
 * Builds and packs. Returns each package's name, its source folder and the path of its tarball.
 * @param {string} root
 * @param {string} folder
 * @returns {Promise<readonly { readonly name: string, readonly folder: string, readonly tarball: string }[]>}
 */
export const packInto = async (root, folder) => {
  const built = await build(root)
  if (built !== 0) throw new Error(`the packages cannot be built (exit code ${built})`)
  const folders = publishedFolders(root)
  const of = folders.flatMap((one) => ['--workspace', one])
  const code = await callNpm(root, ['pack', '--pack-destination', folder, ...of], () => {})
  if (code !== 0) throw new Error(`npm pack failed (exit code ${code})`)
  return folders.map((one) => {
    const { name, version } = JSON.parse(readFileSync(join(root, one, 'package.json'), 'utf8'))
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
    return { name, folder: join(root, one), tarball: join(folder, file) }
  })
}
