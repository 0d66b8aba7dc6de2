import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyError, FastifyRequest } from 'fastify'
import { LIMITS } from '../limits/limits.ts'

/** Why the body of a request is not read, for an error of any route. */
export interface BodyRefusal {
  readonly status: 400 | 413 | 415
  readonly code: 'BAD_USER_INPUT' | 'PAYLOAD_TOO_LARGE' | 'QUERY_TOO_COMPLEX'
  readonly message: string
  /** The header with the error. */
  readonly field?: string
  /** The exceeded limit. `asked` is null if it is not known. */
  readonly details?: { readonly limit: string; readonly value: number; readonly asked: number | null }
  /** Headers that tell what is accepted (RFC 9110, 15.5.16). */
  readonly headers?: Readonly<Record<string, string>>
}

export class RefusedBody extends Error {
  readonly refusal: BodyRefusal
  constructor(refusal: BodyRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** The refusal if an error says that a body was not read because of its type, its size or its number of values. */
export function bodyRefusalOf(error: FastifyError, request: FastifyRequest): BodyRefusal | undefined {
  if (error instanceof RefusedBody) return error.refusal
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request)
  if (error.code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return undefined
  return unsupportedType(request.headers)
}

export const unsupportedType = (headers: IncomingHttpHeaders): BodyRefusal =>
  unsupported('Content-Type', headers['content-type'], JSON_TYPE)

const JSON_TYPE = 'application/json'
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i
/** ASCII is a part of UTF-8. */
const UTF_8 = /^(?:utf-?8|us-ascii)$/i

/** A body in another encoding would be misread. */
export function unsupportedHeader(headers: IncomingHttpHeaders): BodyRefusal | undefined {
  const { 'content-encoding': coding = '', 'content-type': type = '' } = headers
  if (coding !== '' && coding.toLowerCase() !== 'identity')
    return unsupported('Content-Encoding', coding, 'identity')
  if (type === JSON_TYPE) return undefined
  const charset = CHARSET.exec(type)?.[1]
  return charset === undefined || UTF_8.test(charset)
    ? undefined
    : unsupported('Content-Type', type, `${JSON_TYPE}; charset=utf-8`)
}

const LONGEST_SHOWN = 100

function unsupported(
  field: 'Content-Type' | 'Content-Encoding',
  given: string | undefined,
  accepted: string,
): BodyRefusal {
  const shown = given === undefined ? 'it is missing' : `it is "${given.slice(0, LONGEST_SHOWN)}"`
  return {
    status: 415,
    code: 'BAD_USER_INPUT',
    message: `${field} must be ${accepted}; ${shown}`,
    field,
    headers: { [field === 'Content-Type' ? 'accept' : 'accept-encoding']: accepted },
  }
}

const MOST_VALUES = LIMITS.bodyValues

export const TOO_MANY_VALUES: BodyRefusal = {
  status: 400,
  code: 'QUERY_TOO_COMPLEX',
  message: `The body holds more than ${MOST_VALUES} values, at most ${MOST_VALUES} are read`,
  details: { limit: 'bodyValues', value: MOST_VALUES, asked: null },
}

export function tooManyCharacters(asked: number): BodyRefusal {
  const value = LIMITS.nonAsciiBytes
  return {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: `The body has about ${asked} bytes of text that is not ASCII, at most ${value} are read`,
    details: { limit: 'nonAsciiBytes', value, asked },
  }
}

function tooLarge({
  headers,
  routeOptions: { bodyLimit: value = LIMITS.bodyBytes },
}: FastifyRequest): BodyRefusal {
  const length = Number(headers['content-length'])
  const asked = Number.isSafeInteger(length) ? length : null
  return {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: `The body is ${asked ?? `more than ${value}`} bytes long, at most ${value} are read`,
    details: { limit: 'bodyBytes', value, asked },
  }
}
