import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NotPrimary, Servers, urlsOf } from './servers.ts'

test('a database URL names one host, or several with a port each', () => {
  assert.deepEqual(urlsOf('postgres://u:a,b@one/muster?sslmode=require'), [
    'postgres://u:a,b@one/muster?sslmode=require',
  ])
  assert.deepEqual(
    urlsOf('postgres://u:a@one:5432,two:5433,[2001:db8::1]/muster?sslmode=require'),
    [
      'postgres://u:a@one:5432/muster?sslmode=require',
      'postgres://u:a@two:5433/muster?sslmode=require',
      'postgres://u:a@[2001:db8::1]/muster?sslmode=require',
    ],
  )
  assert.deepEqual(
    urlsOf('postgres://u@localhost/muster?host=/one,/two').map((url) =>
      new URL(url).searchParams.get('host'),
    ),
    ['/one', '/two'],
  )
})

const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

test('servers are tried from the one that was found last, each once', async () => {
  const servers = new Servers('postgres://one,two,three/muster')
  const tried: string[] = []
  const only = (name: string) => async () => {
    tried.push(new URL(servers.current).hostname)
    if (tried.at(-1) !== name) throw tried.at(-1) === 'one' ? refused : new NotPrimary()
  }
  await servers.tryEach(only('two'))
  await servers.tryEach(only('one'))
  await assert.rejects(servers.tryEach(only('none')), NotPrimary)
  assert.deepEqual(tried, ['one', 'two', 'two', 'three', 'one', 'one', 'two', 'three'])
})

test('what another server would refuse too is not tried there', async () => {
  const servers = new Servers('postgres://one,two/muster')
  let attempts = 0
  const refuse = async () => {
    attempts += 1
    throw Object.assign(new Error('no such role'), { code: '28000' })
  }
  await assert.rejects(servers.tryEach(refuse), /no such role/)
  assert.equal(attempts, 1)
})
