import type { Piece } from '@dropkit/core'
import type { Table } from './table.ts'

export interface PieceRow {
  number: number
  name: string | null
  image_url: string | null
  attributes: string
}

/** Without the id of the manifest, because pieces are read by it. */
export const piecesTable: Table<Piece, PieceRow> = {
  name: 'pieces',
  columns: { number: 'integer', name: 'text', image_url: 'text', attributes: 'json' },
  fixed: ['number', 'name', 'image_url', 'attributes'],
  toRow: ({ number, name, imageUrl, attributes }) => ({
    number,
    name,
    image_url: imageUrl,
    attributes: JSON.stringify(attributes),
  }),
  fromRow: (row) => ({
    number: Number(row.number),
    name: row.name,
    imageUrl: row.image_url,
    attributes: JSON.parse(row.attributes),
  }),
}
