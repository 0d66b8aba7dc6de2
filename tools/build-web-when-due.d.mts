/** Builds the web pages of the repository at `root` when it is due. Gives 0 when they are built from what is there. */
export declare function buildWebWhenDue(root: string): Promise<number>
