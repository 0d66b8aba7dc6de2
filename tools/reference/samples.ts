// Example values in the service's formats. They belong to no real object.

const UNIQUE = '0192f0c8a1b27cc39d4e5f60718293a4'

export const SAMPLE_AT = Date.UTC(2026, 0, 31, 12)
export const DROP = `drop_${UNIQUE}`
export const TOKEN = `token_${UNIQUE}`
export const CLAIM = `claim_${UNIQUE}_7`
export const INTENT = `intent_${UNIQUE}`
export const PAYER_INTENT = `pi_${UNIQUE}`
export const REFUND = `refund_${UNIQUE}`
export const WEBHOOK = `webhook_${UNIQUE}`
export const EXEMPTION = `exemption_${UNIQUE}`
export const GATING = `gating_${UNIQUE}`
export const WALLET = `0x${'a11ce'.padStart(64, '0')}`
export const OTHER_WALLET = `0x${'b0b'.padStart(64, '0')}`
export const PACKAGE = `0x${'d20b'.padStart(64, '0')}`
export const SUI_COIN = `0x${'2'.padStart(64, '0')}::sui::SUI`
export const COIN = `${PACKAGE}::pepper::PEPPER`
export const TX_HASH = '9mXPJk4nWcSbT3qzYvDfE6aHrUgLxZ1sNwB2oK5tRyCu'
export const PUBLIC_KEY = 'lQy0n8RWcWqhkH4F3oC0YlR4tS8m2o0v1t5c7wX9Z3k='
export const LINK = 'lQy0n8RWcWqhkH4F3oC0YlR4tS8m2o0v1t5c7wX9Z3k'
export const SEED = '4b227777d4dd1fc61c6f884f48641d02b4d121d3fd328cb08b5531fcacdabf8a'
export const USER = `user_${UNIQUE}`
export const UPLOAD = `https://drops.example/files/file_${UNIQUE}/hello.txt`
