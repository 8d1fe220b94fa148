import type { Header, Reference } from './model.ts'

const text = { type: 'string' }

/** The headers of answers, by the name under which `components` keeps them. */
export const headers = {
  RequestId: {
    description:
      'Your X-Request-Id if it matches `^[A-Za-z0-9._-]{8,64}$`, else a fresh one. Logs and audit rows have it too.',
    schema: text,
    example: '5f0c2a91b7de-0000042',
  },
  ETag: {
    description:
      '`"<row version>.<representation>"`, and of a compressed answer with the coding at its end. Send it as If-None-Match to read only what changed, or as If-Match with a write.',
    schema: text,
    example: '"3.0"',
  },
  Location: {
    description: 'The address of what was created.',
    schema: text,
    example: 'https://muster.example/api/v1/workspace/services/wssvc_01kaf7m2t4e8j9p3q5r7s9v1wx',
  },
  RetryAfter: {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  WwwAuthenticate: {
    description: 'The scheme that is wanted, and with 403 the sign-in that is wanted.',
    schema: text,
    example: 'Bearer',
  },
  RateLimit: {
    description: 'What is left of the allowance, and seconds until there is more.',
    schema: text,
    example: '"token";r=0;t=1',
  },
  RateLimitPolicy: {
    description: 'The allowance: requests and seconds.',
    schema: text,
    example: '"token";q=200;w=2',
  },
  IdempotencyReplayed: {
    description:
      '`true` when this is the kept answer of an earlier request with the same Idempotency-Key.',
    schema: text,
    example: 'true',
  },
} as const satisfies Record<string, Header>

const names = {
  RequestId: 'X-Request-Id',
  ETag: 'ETag',
  Location: 'Location',
  RetryAfter: 'Retry-After',
  WwwAuthenticate: 'WWW-Authenticate',
  RateLimit: 'RateLimit',
  RateLimitPolicy: 'RateLimit-Policy',
  IdempotencyReplayed: 'Idempotency-Replayed',
} as const satisfies Record<keyof typeof headers, string>

/** These headers as an answer lists them, X-Request-Id always among them. */
export function answerHeaders(...keys: (keyof typeof headers)[]): Record<string, Reference> {
  const all = ['RequestId', ...keys] as const
  return Object.fromEntries(all.map((key) => [names[key], { $ref: `#/components/headers/${key}` }]))
}
