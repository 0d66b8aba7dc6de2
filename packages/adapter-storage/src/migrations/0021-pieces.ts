import type { Words } from './words.ts'

/** What uploaded manifests say of single pieces of NFT drops, by the upload that they came as. */
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
