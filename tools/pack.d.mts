export interface Packed {
  readonly name: string
  /** The source folder of the package. */
  readonly folder: string
  /** The path of the tarball. */
  readonly tarball: string
}

export declare const packInto: (root: string, folder: string) => Promise<readonly Packed[]>
