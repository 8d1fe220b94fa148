import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { publicOriginOf } from '../src/http/public-origin.ts'
import { finished, printedAddress, startCli } from './run-cli.ts'
import { cloneTemplate } from './template.ts'

test('with port 0 and every address, what is printed and what links name can be opened', async () => {
  const clone = await cloneTemplate()
  const child = startCli(['serve'], {
    MUSTER_DATABASE_URL: clone.url,
    MUSTER_HOST: '0.0.0.0',
    MUSTER_PORT: '0',
  })
  const ended = finished(child)
  try {
    const address = await printedAddress(child)
    assert.match(address, /^http:\/\/localhost:[1-9]\d+$/)
    const answer = await fetch(`${address}/api/v1/openapi.json`)
    assert.ok((await answer.text()).includes(`"servers":[{"url":"${address}/api/v1"`))
  } finally {
    child.kill('SIGTERM')
    await ended
    await clone.drop()
  }
})

test('a start that can’t make the first owner says why, and ends', async () => {
  const clone = await cloneTemplate()
  const { code, stderr } = await finished(
    startCli(['serve'], {
      MUSTER_DATABASE_URL: clone.url,
      MUSTER_PORT: '0',
      MUSTER_BOOTSTRAP_TOKEN: 'mst_u-too-short',
    }),
  )
  await clone.drop()
  assert.equal(code, 1)
  assert.match(stderr, /The preset owner token is malformed/)
})

function originOf(host: string, port = '8600'): string {
  return publicOriginOf(readConfig({}, { MUSTER_HOST: host, MUSTER_PORT: port }))
}

test('the public origin of every address is localhost, and of a port that nobody knows there is none', async () => {
  assert.equal(originOf('0.0.0.0'), 'http://localhost:8600')
  assert.equal(originOf('::'), 'http://localhost:8600')
  assert.equal(originOf('::1'), 'http://[::1]:8600')
  assert.equal(originOf('10.1.2.3', '80'), 'http://10.1.2.3:80')
  assert.throws(() => originOf('127.0.0.1', '0'), /MUSTER_PUBLIC_ORIGIN/)
  const set = readConfig({}, { MUSTER_PORT: '0', MUSTER_PUBLIC_ORIGIN: 'https://muster.example' })
  assert.equal(publicOriginOf(set), 'https://muster.example')
})
