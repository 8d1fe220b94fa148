import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { missingServer } from '../../../test/directories/running-server.ts'
import { serveVendor } from '../../../test/vendors/serve-vendor.ts'
import { RestSession, type RestOptions } from './rest-session.ts'
import type { RawAnswer } from './transport.ts'

const skip = missingServer('openssl', ['openssl'])
const served = skip === undefined ? await serveVendor() : undefined
after(() => served?.close())

const noWait = { now: Date.now, sleep: async () => undefined, random: () => 0 }

function ask(options: Partial<RestOptions>, answer?: () => Partial<RawAnswer>): Promise<unknown> {
  if (served === undefined) throw new Error('no server')
  const { url, ca, host, port } = served
  served.serve({
    send: async () => ({ status: 200, headers: {}, text: '{"a":"ä"}', ...answer?.() }),
    close: () => undefined,
  })
  const session = new RestSession({
    url,
    ca,
    hosts: [
      { host, port },
      { host: 'localhost', port },
    ],
    headers: () => ({ authorization: 'Bearer secret' }),
    secrets: ['secret'],
    hints: { unauthorised: '', forbidden: '', missing: '' },
    pacing: noWait,
    ...options,
  })
  return session
    .ask('users')
    .then(({ body }) => body)
    .finally(() => session.close())
}

test('an answer comes by https from a server whose certificate is verified', { skip }, async () => {
  assert.deepEqual(await ask({}), { a: 'ä' })
  const url = `https://localhost:${served?.port}`
  assert.deepEqual(await ask({ url }), { a: 'ä' })
  await assert.rejects(ask({ ca: undefined }), /certificate can’t be verified/)
})

test('redirects are not followed', { skip }, async () => {
  const away = { status: 302, headers: { location: 'https://evil.example/' } }
  await assert.rejects(
    ask({}, () => away),
    /follows no redirects/,
  )
})

test('an answer that never ends is given up', { skip }, async () => {
  const large = { text: `"${'x'.repeat(65 * 1024 * 1024)}"` }
  await assert.rejects(
    ask({}, () => large),
    /over 64 MiB/,
  )
})

test('link-local addresses are not asked, even where they are listed', { skip }, async () => {
  const url = 'https://169.254.169.254'
  const hosts = [{ host: '169.254.169.254', port: null }]
  await assert.rejects(ask({ url, hosts }), /no link-local, multicast or unspecified address/)
})

test('a connection that is cut is tried again', { skip }, async () => {
  let count = 0
  const answer = () => {
    count += 1
    if (count < 3) throw new Error('cut')
    return {}
  }
  assert.deepEqual(await ask({}, answer), { a: 'ä' })
})
