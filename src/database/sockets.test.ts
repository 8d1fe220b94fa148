import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../test/harness.ts'
import { makeDirectoryUser } from '../../test/people.ts'
import { proxyTo } from '../../test/proxy.ts'
import { startServers } from '../../test/server-process.ts'
import { until } from '../../test/until.ts'

test('no request waits for a network that went silent, and the next ones are answered once it is back', async () => {
  const direct = await testServer()
  const { token } = await makeOwner(direct)
  const { id } = await makeDirectoryUser(direct)
  const proxy = await proxyTo(direct.url)
  const { origin } = await startServers(proxy.url).start()
  const url = `${origin}/api/v1/directory/users/${id}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (method: string) => {
    const begin = performance.now()
    const body = method === 'PATCH' ? JSON.stringify({ metadata: { desk: '4' } }) : null
    const response = await fetch(url, { method, headers, body })
    await response.arrayBuffer()
    return { status: response.status, seconds: (performance.now() - begin) / 1000 }
  }
  assert.deepEqual((await ask('PATCH')).status, 200)

  proxy.isSilent = true
  for (const round of ['begun before it was noticed', 'begun after']) {
    const answers = await Promise.all(['PATCH', 'GET', 'PATCH'].map(ask))
    for (const { status, seconds } of answers)
      assert.ok(seconds < 10 && [200, 503].includes(status), `${round}: ${status} in ${seconds} s`)
    assert.equal(answers[0]?.status, 503, round)
  }
  proxy.isSilent = false
  await until(async () => (await ask('PATCH')).status === 200, 'a change')
})
