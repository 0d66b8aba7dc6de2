import type { Words } from './words.ts'

/** The attributes of single pieces of NFT drops from uploaded manifests, by upload. */
export const pieces = ({ text, integer, json, endByKey }: Words): string[] => [
  `create table pieces (
    file_id ${text} not null,
    number ${integer} not null check (number >= 1),
    name ${text},
    image_url ${text},
    attributes ${json} not null,
    primary key (file_id, number)
  ) ${endByKey}`,
]
