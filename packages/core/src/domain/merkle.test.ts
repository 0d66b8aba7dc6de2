import { pureHashes } from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hexOfBytes, utf8 } from './encodings.ts'
import { leafHash, merklePath, merkleRoot, rootOfProof } from './merkle.ts'

const { sha256 } = pureHashes
const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => leafHash(sha256, utf8(`leaf ${index}`)))
const someLeaves = fc.integer({ min: 1, max: 40 }).map(leavesOf)

test('the roots of trees of no leaves and of one are those of RFC 9162', () => {
  const ofNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  expect(hexOfBytes(merkleRoot(sha256, []))).toBe(ofNothing)
  const emptyLeaf = '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'
  expect(hexOfBytes(leafHash(sha256, new Uint8Array()))).toBe(emptyLeaf)
})

test('every leaf has a path that leads to the root, and to no other from another place', () => {
  fc.assert(
    fc.property(someLeaves, fc.nat(), fc.nat(), (leaves, one, other) => {
      const root = hexOfBytes(merkleRoot(sha256, leaves))
      const [index, wrong] = [one % leaves.length, other % leaves.length]
      const proof = { index, size: leaves.length, path: merklePath(sha256, leaves, index) }
      const leaf = leaves[index] as Uint8Array
      expect(hexOfBytes(rootOfProof(sha256, leaf, proof) ?? new Uint8Array())).toBe(root)
      if (wrong === index) return
      const moved = rootOfProof(sha256, leaf, { ...proof, index: wrong })
      expect(moved && hexOfBytes(moved)).not.toBe(root)
      const exchanged = rootOfProof(sha256, leaves[wrong] as Uint8Array, proof)
      expect(exchanged && hexOfBytes(exchanged)).not.toBe(root)
    }),
  )
})

test('a path that is too short or too long, or of no leaf, leads nowhere', () => {
  const leaves = leavesOf(5)
  const path = merklePath(sha256, leaves, 3)
  const [leaf = new Uint8Array()] = leaves
  expect(rootOfProof(sha256, leaf, { index: 3, size: 5, path: path.slice(1) })).toBeUndefined()
  expect(rootOfProof(sha256, leaf, { index: 3, size: 5, path: [...path, leaf] })).toBeUndefined()
  expect(rootOfProof(sha256, leaf, { index: 5, size: 5, path })).toBeUndefined()
})

test('the root over the roots of chunks of a power of two leaves is the root over all leaves, and so are the paths', () => {
  fc.assert(
    fc.property(someLeaves, fc.constantFrom(1, 2, 4, 8), fc.nat(), (leaves, size, any) => {
      const chunks = Array.from({ length: Math.ceil(leaves.length / size) }, (_, chunk) =>
        leaves.slice(chunk * size, (chunk + 1) * size),
      )
      const roots = chunks.map((chunk) => merkleRoot(sha256, chunk))
      expect(merkleRoot(sha256, roots)).toEqual(merkleRoot(sha256, leaves))
      const index = any % leaves.length
      const chunk = Math.floor(index / size)
      const path = [
        ...merklePath(sha256, chunks[chunk] ?? [], index % size),
        ...merklePath(sha256, roots, chunk),
      ]
      expect(path).toEqual(merklePath(sha256, leaves, index))
    }),
  )
})
