import type { GrpcTypes } from '@mysten/sui/grpc'

type MessageType = typeof GrpcTypes.Object
type AnyMessageType = Pick<MessageType, 'fields'>

/**
 * Removes the fields of a message that its read mask does not request, as a node does, so that code that forgets to request
 * a field fails. A path consists of field names, separated by dots, as in the proto file. Without a mask, everything is
 * returned.
 */
export function masked<Message extends object>(
  type: AnyMessageType,
  message: Message,
  paths: readonly string[] | undefined,
): Message {
  if (paths === undefined || paths.includes('*')) return message
  const asked = new Map<string, string[]>()
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.')
    const deeper = asked.get(name)
    if (rest.length === 0) asked.set(name, ['*'])
    else if (deeper === undefined) asked.set(name, [rest.join('.')])
    else deeper.push(rest.join('.'))
  }
  const kept: Record<string, unknown> = { ...(message as Record<string, unknown>) }
  for (const field of type.fields) {
    // A oneof is returned whole, because no mask here selects a part of one.
    if (field.oneof !== undefined) continue
    const inner = asked.get(field.name)
    if (inner === undefined) {
      if (field.repeat) kept[field.localName] = []
      else delete kept[field.localName]
      continue
    }
    if (field.kind !== 'message') continue
    const value = kept[field.localName]
    const innerType = field.T() as AnyMessageType
    if (Array.isArray(value)) kept[field.localName] = value.map((one) => masked(innerType, one, inner))
    else if (value !== undefined) kept[field.localName] = masked(innerType, value as object, inner)
  }
  return kept as Message
}
