import type { Words } from './words.ts'

/** The collection of an NFT drop. Null for other drops and for drops of earlier releases. */
export const collections = ({ json }: Words): string[] => [`alter table drops add column collection ${json}`]
