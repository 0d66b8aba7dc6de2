import type { WebhookMessage } from '@dropkit/core'
import * as fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { createWebhookSecret, signatureHeaders } from './signature.ts'

const secretBytes = fc.uint8Array({ minLength: 24, maxLength: 64 })
const message: WebhookMessage = {
  url: 'https://example.com/hook',
  id: 'evt_1',
  body: '{"type":"drop.created"}',
  secrets: [createWebhookSecret(new Uint8Array(24).fill(7))],
}

describe('the signature of a webhook', () => {
  test('equals the example of the standard', () => {
    const headers = signatureHeaders(
      {
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        body: '{"test": 2432232314}',
        secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      },
      1_614_265_330_999,
    )
    expect(headers['webhook-timestamp']).toBe('1614265330')
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  test('is verified by each of the secrets, and by no other', () => {
    const texts = fc.string({ unit: 'grapheme' })
    const messages = fc.record({
      text: texts,
      secrets: fc.array(secretBytes, { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(messages, secretBytes, ({ text, secrets }, other) => {
        const body = JSON.stringify({ text })
        const written = secrets.map(createWebhookSecret)
        const headers = { ...signatureHeaders({ ...message, body, secrets: written }, Date.now()) }
        expect(headers['webhook-signature'].split(' ')).toHaveLength(secrets.length)
        for (const secret of written) expect(new Webhook(secret).verify(body, headers)).toEqual({ text })
        if (written.includes(createWebhookSecret(other))) return
        expect(() => new Webhook(createWebhookSecret(other)).verify(body, headers)).toThrow('No matching')
      }),
    )
  })

  test('is not made without a secret, or with one that is none', () => {
    expect(() => signatureHeaders({ ...message, secrets: [] }, 0)).toThrow('without a signature')
    expect(() => signatureHeaders({ ...message, secrets: ['whsec_'] }, 0)).toThrow()
    expect(() => signatureHeaders({ ...message, secrets: ['whsec_?'] }, 0)).toThrow()
  })
})

describe('the secret of a webhook', () => {
  test('is whsec_ and its bytes in base64', () => {
    fc.assert(
      fc.property(secretBytes, (bytes) => {
        const secret = createWebhookSecret(bytes)
        expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/)
        expect([...Buffer.from(secret.slice(6), 'base64')]).toEqual([...bytes])
      }),
    )
  })

  test.each([0, 23, 65])('does not have %i bytes', (length) => {
    expect(() => createWebhookSecret(new Uint8Array(length))).toThrow(RangeError)
  })
})
