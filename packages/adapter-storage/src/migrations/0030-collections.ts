import type { Words } from './words.ts'

/** What the pieces of an NFT drop have in common; null for other drops and for those of earlier releases. */
export const collections = ({ json }: Words): string[] => [`alter table drops add column collection ${json}`]
