import { setting } from './setting.ts'
import { anyText, baseUrl, onOff } from './value-schemas.ts'

/** Where uploads are kept: in DATA_DIR, unless a bucket is named. */
export const fileSettings = {
  s3Bucket: setting({
    name: 'S3_BUCKET',
    default: null,
    defaultText: 'none: uploads are kept in DATA_DIR/files',
    expects: 'the name of a bucket',
    meaning: 'Bucket of an S3-compatible store that keeps uploads; several servers need one.',
    schema: anyText.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/),
  }),
  s3Endpoint: setting({
    name: 'S3_ENDPOINT',
    default: null,
    defaultText: 'that of Amazon',
    expects: 'an http:// or https:// URL',
    meaning: 'Where the S3-compatible store is.',
    schema: baseUrl,
  }),
  s3Region: setting({
    name: 'S3_REGION',
    default: 'us-east-1',
    expects: 'the name of a region',
    meaning: 'Region of the bucket.',
    schema: anyText.regex(/^[A-Za-z0-9-]{1,64}$/),
  }),
  s3AccessKeyId: setting({
    name: 'S3_ACCESS_KEY_ID',
    default: null,
    defaultText: 'found as the AWS tools do',
    expects: 'an access key id',
    meaning: 'Who the server is to the S3-compatible store; goes with S3_SECRET_ACCESS_KEY.',
    schema: anyText,
  }),
  s3SecretAccessKey: setting({
    name: 'S3_SECRET_ACCESS_KEY',
    default: null,
    defaultText: 'found as the AWS tools do',
    expects: 'a secret access key',
    meaning: 'The secret that goes with S3_ACCESS_KEY_ID.',
    isSecret: true,
    schema: anyText,
  }),
  s3Prefix: setting({
    name: 'S3_PREFIX',
    default: 'files/',
    expects: 'up to 200 letters, digits and . _ / -',
    meaning: 'What the names of uploads in the bucket begin with.',
    schema: anyText.regex(/^[A-Za-z0-9._/-]{1,200}$/),
  }),
  s3PathStyle: setting({
    name: 'S3_PATH_STYLE',
    default: null,
    defaultText: '1 with S3_ENDPOINT, else 0',
    expects: '1, 0, true or false',
    meaning: "Whether the bucket stands in the URL's path and not in the host's name.",
    schema: onOff,
  }),
} as const
