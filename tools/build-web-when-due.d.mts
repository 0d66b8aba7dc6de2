/** Builds the web pages of the repository at `root` if necessary. Returns 0 if the pages are up to date. */
export declare function buildWebWhenDue(root: string): Promise<number>
