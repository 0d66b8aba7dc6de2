import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type PageName = 'dashboard' | 'claim' | 'pay' | 'verify' | 'explorer'

/** The built pages. They are read on each request, so that a new build needs no restart. */
export interface PageTemplates {
  /** Undefined if the page is not built. */
  read(name: PageName): Promise<string | undefined>
}

export const openTemplates = (folder: string): PageTemplates => ({
  async read(name) {
    try {
      return await readFile(join(folder, `${name}.html`), 'utf8')
    } catch (fault) {
      if (isMissing(fault)) return undefined
      throw fault
    }
  },
})

const isMissing = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === 'ENOENT'
