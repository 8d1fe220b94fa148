import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  createLoginCode,
  createScimSecret,
  createSessionSecret,
  createSignInCode,
  createTokenSecret,
  hashToken,
  isLoginCode,
  isScimSecret,
  isSessionSecret,
  isSignInCode,
  isTokenSecret,
} from './token-secret.ts'

/** The checksums were worked out by zlib.crc32 of Python. */
const known = {
  user: 'mst_u0aZ90aZ90aZ90aZ90aZ90aZ90aZ90aZ94B1ONz',
  service: 'mst_s0aZ90aZ90aZ90aZ90aZ90aZ90aZ90aZ91VAX1x',
  session: 'mst_w0aZ90aZ90aZ90aZ90aZ90aZ90aZ90aZ92WQG6D',
  signInLink: 'mst_l0aZ90aZ90aZ90aZ90aZ90aZ90aZ90aZ91u4TL5',
  loginCode: 'mst_c0aZ90aZ90aZ90aZ90aZ90aZ90aZ90aZ92YhOSV',
  scim: 'mst_p0aZ90aZ90aZ90aZ90aZ90aZ90aZ90aZ90AKWvQ',
}
const checks: Record<string, [(text: string) => boolean, readonly string[]]> = {
  'a token of a person or a service': [isTokenSecret, [known.user, known.service]],
  'a session': [isSessionSecret, [known.session]],
  'a sign-in link': [isSignInCode, [known.signInLink]],
  'a login code': [isLoginCode, [known.loginCode]],
  'a SCIM secret': [isScimSecret, [known.scim]],
}

for (const [what, [is, own]] of Object.entries(checks))
  test(`the secret of ${what} is told from all others by its letter`, () => {
    for (const secret of Object.values(known))
      assert.equal(is(secret), own.includes(secret), secret)
  })

test('a secret of which one character is wrong, missing or too much is none', () => {
  for (const [, [is, own]] of Object.entries(checks))
    for (const secret of own) {
      for (let at = 0; at < secret.length; at++) {
        const other = secret.charAt(at) === 'x' ? 'y' : 'x'
        assert.equal(is(secret.slice(0, at) + other + secret.slice(at + 1)), false)
        assert.equal(is(secret.slice(0, at) + secret.slice(at + 1)), false)
      }
      assert.equal(is(`${secret}0`), false)
      assert.equal(is(` ${secret}`), false)
      assert.equal(is(secret.toUpperCase()), false)
    }
})

test('each kind of secret is made as it is recognised, and no two are alike', () => {
  const made = {
    'a session': createSessionSecret,
    'a sign-in link': createSignInCode,
    'a login code': createLoginCode,
    'a SCIM secret': createScimSecret,
  }
  for (const [what, create] of Object.entries(made)) assert.equal(checks[what]?.[0](create()), true)
  for (const type of ['user', 'service'] as const) {
    const secrets = new Set(Array.from({ length: 200 }, () => createTokenSecret(type)))
    assert.equal(secrets.size, 200)
    for (const secret of secrets) {
      assert.equal(isTokenSecret(secret), true)
      assert.equal(secret.slice(0, 5), type === 'user' ? 'mst_u' : 'mst_s')
    }
    // 6,400 random characters: every one of the 62 appears.
    const random = [...secrets].map((secret) => secret.slice(5, 37)).join('')
    assert.equal(new Set(random.split('')).size, 62)
  }
})

test('a secret is stored as its SHA-256', () => {
  assert.deepEqual(hashToken(known.user), createHash('sha256').update(known.user).digest())
})
