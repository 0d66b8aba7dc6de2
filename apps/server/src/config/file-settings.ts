import { setting } from './setting.ts'
import { anyText, baseUrl, onOff } from './value-schemas.ts'

/** The settings of upload storage: a folder in DATA_DIR, unless a bucket is configured. */
export const fileSettings = {
  s3Bucket: setting({
    name: 'S3_BUCKET',
    default: null,
    defaultText: 'none: uploads are stored in DATA_DIR/files',
    expects: 'the name of a bucket',
    meaning: 'Bucket of an S3-compatible store for uploads. Several servers need one.',
    schema: anyText.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/),
  }),
  s3Endpoint: setting({
    name: 'S3_ENDPOINT',
    default: null,
    defaultText: "Amazon's",
    expects: 'an http:// or https:// URL',
    meaning: 'URL of the S3-compatible store.',
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
    defaultText: 'found in the same places as by the AWS tools',
    expects: 'an access key id',
    meaning: 'Access key id for the S3-compatible store; requires S3_SECRET_ACCESS_KEY.',
    schema: anyText,
  }),
  s3SecretAccessKey: setting({
    name: 'S3_SECRET_ACCESS_KEY',
    default: null,
    defaultText: 'found in the same places as by the AWS tools',
    expects: 'a secret access key',
    meaning: 'Secret of S3_ACCESS_KEY_ID.',
    isSecret: true,
    schema: anyText,
  }),
  s3Prefix: setting({
    name: 'S3_PREFIX',
    default: 'files/',
    expects: 'up to 200 letters, digits and . _ / -',
    meaning: 'Prefix of the names of uploads in the bucket.',
    schema: anyText.regex(/^[A-Za-z0-9._/-]{1,200}$/),
  }),
  s3PathStyle: setting({
    name: 'S3_PATH_STYLE',
    default: null,
    defaultText: '1 with S3_ENDPOINT, else 0',
    expects: '1, 0, true or false',
    meaning: "Whether the bucket is part of the URL's path instead of the host name.",
    schema: onOff,
  }),
} as const
