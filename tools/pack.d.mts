export interface Packed {
  readonly name: string
  /** What it is made from. */
  readonly folder: string
  /** The path of the packed file. */
  readonly tarball: string
}

export declare const packInto: (root: string, folder: string) => Promise<readonly Packed[]>
