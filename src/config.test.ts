import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from './config.ts'

test('a secret can be in a file, which neither stands beside its variable nor overrides a flag', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-config-'))
  t.after(() => rm(folder, { recursive: true }))
  const [path, url] = [join(folder, 'url'), 'postgres://muster:secret@db.example/muster']
  await writeFile(path, `${url}\n`)
  const env = { MUSTER_DATABASE_URL_FILE: path }
  assert.equal(readConfig({}, env).databaseUrl, url)
  const flag = 'postgres://other.example/muster'
  assert.equal(readConfig({ MUSTER_DATABASE_URL: flag }, env).databaseUrl, flag)
  assert.throws(() => readConfig({}, { ...env, MUSTER_DATABASE_URL: url }), {
    message: 'Set MUSTER_DATABASE_URL or MUSTER_DATABASE_URL_FILE, not both.',
  })
  const missing = join(folder, 'missing')
  assert.throws(() => readConfig({}, { MUSTER_BOOTSTRAP_TOKEN_FILE: missing }), /ENOENT/)
  assert.equal(readConfig({}, { MUSTER_BOOTSTRAP_TOKEN_FILE: path }).bootstrapToken, url)
})

const minutes = (value: string) =>
  readConfig({}, { MUSTER_SESSION_IDLE_MINUTES: value }).sessionIdleSeconds

const fresh = (value: string) =>
  readConfig({}, { MUSTER_FRESH_SIGN_IN_MINUTES: value }).freshSignInSeconds

const tolerance = (value: string) =>
  readConfig({}, { MUSTER_OIDC_CLOCK_TOLERANCE: value }).oidc.clockToleranceSeconds

test('times that are settings are taken at their limits, and refused one beyond', () => {
  assert.deepEqual(
    [readConfig({}, {}).sessionIdleSeconds, minutes('1'), minutes('720')],
    [1800, 60, 43_200],
  )
  for (const value of ['0', '721', '1.5', 'never'])
    assert.throws(() => minutes(value), /MUSTER_SESSION_IDLE_MINUTES must be a whole number/)
  assert.deepEqual(
    [readConfig({}, {}).freshSignInSeconds, fresh('1'), fresh('720')],
    [600, 60, 43_200],
  )
  for (const value of ['0', '721'])
    assert.throws(() => fresh(value), /MUSTER_FRESH_SIGN_IN_MINUTES must be a whole number/)
  assert.deepEqual(
    [readConfig({}, {}).oidc.clockToleranceSeconds, tolerance('0'), tolerance('600')],
    [60, 0, 600],
  )
  for (const value of ['-1', '601'])
    assert.throws(() => tolerance(value), /MUSTER_OIDC_CLOCK_TOLERANCE must be a whole number/)
})

const database = (url: string) => readConfig({}, { MUSTER_DATABASE_URL: url }).databaseUrl

test('a database URL may name several hosts, each of which is checked', () => {
  const several = 'postgres://muster:se,cret@one:5432,two:5433,[2001:db8::1]/muster'
  assert.equal(database(several), several)
  assert.equal(database(''), undefined)
  for (const url of ['postgres://one:5432,two:54321x/m', 'http://one,two/m', 'one,two'])
    assert.throws(
      () => database(url),
      /MUSTER_DATABASE_URL must be a URL that begins with postgres/,
    )
  for (const url of ['postgres://one,,two/m', 'postgres://one:5432,/m'])
    assert.throws(() => database(url), /MUSTER_DATABASE_URL names an empty host/)
})

const issuers = (value: string) =>
  readConfig({}, { MUSTER_WORKLOAD_ISSUERS: value }).workloadIssuers

test('issuers of workloads are https URLs as they are spelled, or http on loopback', () => {
  assert.deepEqual(issuers(''), [])
  assert.deepEqual(issuers('https://gitlab.com, https://idp.example/id/7/,http://127.0.0.1:81'), [
    'https://gitlab.com',
    'https://idp.example/id/7/',
    'http://127.0.0.1:81',
  ])
  for (const value of [
    'gitlab.com',
    'http://gitlab.com',
    'http://127.0.0.1.example',
    'https://user@gitlab.com',
    'https://gitlab.com?',
    'https://gitlab.com#x',
    'https://gitlab.com/.well-known/openid-configuration',
  ])
    assert.throws(() => issuers(value), /^Error: MUSTER_WORKLOAD_ISSUERS must be https URLs/, value)
})
