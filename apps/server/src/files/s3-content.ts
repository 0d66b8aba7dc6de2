import type { ContentStore } from './content-store.ts'

export interface S3Options {
  readonly bucket: string
  readonly region: string
  /** The prefix of all object keys. */
  readonly prefix: string
  readonly pathStyle: boolean
  readonly endpoint: string | undefined
  /** Undefined to use the default credential chain of the AWS SDK. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** How long a request may take until the answer begins; 30 s by default. */
  readonly requestTimeoutMs?: number
}

const CONNECT_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 30_000
/** Ends a download whose receiver reads nothing, as the server does with connections without traffic. */
const IDLE_TIMEOUT_MS = 60_000
/** Shorter than the lease of the job that removes contents. */
const REMOVE_TIMEOUT_MS = 20_000
const ATTEMPTS = 3

/** Stores contents as objects of a bucket in any S3-compatible store. */
export async function createS3Content(options: S3Options): Promise<ContentStore> {
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client, S3ServiceException } =
    await import('@aws-sdk/client-s3')
  const { bucket: Bucket, prefix, region, pathStyle, endpoint, credentials } = options
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS } = options
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    // Many S3-compatible stores do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
    },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  })
  const place = (name: string) => ({ Bucket, Key: prefix + name })

  return {
    async put(name, bytes) {
      await client.send(new PutObjectCommand({ ...place(name), Body: bytes, ContentLength: bytes.length }))
    },

    async read(name, range) {
      const Range = range && `bytes=${range.from}-${range.to}`
      try {
        const { Body, ContentRange } = await client.send(
          new GetObjectCommand({ ...place(name), ...(Range !== undefined && { Range }) }),
        )
        if (Range !== undefined && ContentRange === undefined)
          throw new Error('the store has ignored the Range of a request')
        // In Node the body is a stream, but its type does not say so.
        return Body as AsyncIterable<Uint8Array> | undefined
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
        throw error
      }
    },

    async remove(name) {
      const abortSignal = AbortSignal.timeout(REMOVE_TIMEOUT_MS)
      await client.send(new DeleteObjectCommand(place(name)), { abortSignal })
    },

    close: () => client.destroy(),
  }
}
