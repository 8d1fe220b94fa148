import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RawAnswer, RestRequest } from './transport.ts'
import { graphqlRows } from '../github/graphql.ts'
import { assertGrowsLinearly } from '../../../test/growth.ts'
import { byLink, listRows, pages, rowsIn } from './pages.ts'
import { attemptsAtMost } from './pacing.ts'
import { RestSession, type RestOptions } from './rest-session.ts'

const url = 'https://acme.example/base'
const secret = 'very-secret'
const start = Date.UTC(2026, 0, 1)

type Script = (request: RestRequest, count: number) => Partial<RawAnswer>

function sessionOf(script: Script, options: Partial<RestOptions> = {}) {
  const asked: RestRequest[] = []
  const waits: number[] = []
  let now = start
  const session = new RestSession({
    url,
    hosts: [{ host: 'acme.example', port: null }],
    headers: () => ({ authorization: `Bearer ${secret}` }),
    secrets: [secret],
    hints: {
      unauthorised: 'Renew the token.',
      forbidden: 'Give it a scope.',
      missing: 'Wrong url.',
    },
    transport: {
      send: async (request) => {
        asked.push(request)
        return { status: 200, headers: {}, text: '[]', ...script(request, asked.length) }
      },
      close: () => undefined,
    },
    pacing: {
      now: () => now,
      sleep: async (milliseconds) => {
        waits.push(milliseconds)
        now += milliseconds
      },
      random: () => 0,
    },
    ...options,
  })
  return { session, asked, waits }
}

const ok = { text: '{"is":"fine"}' }

test('ids that are long numbers keep their digits', async () => {
  const { session } = sessionOf(() => ({ text: '[{"id":399621000000223457}]' }))
  assert.deepEqual((await session.ask('users')).body, [{ id: '399621000000223457' }])
})

test('it waits as long as the source says: in seconds, by a date, or until an instant', async () => {
  const cases: [Record<string, string>, number][] = [
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': new Date(start + 9000).toUTCString() }, 9000],
    [{ 'x-rate-limit-reset': String(start / 1000 + 30) }, 31_000],
    [
      { 'ratelimit-reset': String(start / 1000 + 30), date: new Date(start - 5000).toUTCString() },
      36_000,
    ],
    [{}, 1000],
    [{ 'retry-after': '99999999' }, 15 * 60_000],
  ]
  for (const [headers, wait] of cases) {
    const { session, waits } = sessionOf((_, count) =>
      count === 1 ? { status: 429, headers } : ok,
    )
    assert.deepEqual((await session.ask('users')).body, { is: 'fine' })
    assert.deepEqual(waits, [wait], JSON.stringify(headers))
  }
  const { session, waits } = sessionOf((_, count) =>
    count === 1
      ? { status: 403, headers: { 'x-ratelimit-remaining': '0', 'retry-after': '3' } }
      : ok,
  )
  await session.ask('users')
  assert.deepEqual(waits, [3000], 'GitHub refuses by 403')
})

test('it doesn’t wait forever', async () => {
  const spent = { status: 429, headers: { 'retry-after': '900' }, text: '{}' }
  const { session, waits } = sessionOf(() => spent)
  await assert.rejects(session.ask('users'), /answered \/base\/users with 429.*no more requests/)
  assert.ok(waits.length <= 4, 'an hour in total')
})

test('what is no proper answer is asked for again, a few times', async () => {
  const broken = [
    { status: 500 },
    { status: 502, text: '<html>' },
    { status: 200, text: '[{"id"' },
    { status: 504 },
  ]
  const { session, waits } = sessionOf((_, count) => broken[count - 1] ?? ok)
  assert.deepEqual((await session.ask('users')).body, { is: 'fine' })
  assert.deepEqual(waits, [1000, 2000, 4000, 8000])
  const cut = sessionOf(() => {
    throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  })
  await assert.rejects(
    cut.session.ask('users'),
    /acme.example can’t be read. The server closed the connection. Try again later/,
  )
  assert.equal(cut.asked.length, attemptsAtMost)
})

test('a refusal says what to do, is asked once, and shows no secret', async () => {
  const refusal = async (answer: Partial<RawAnswer>) => {
    const { session, asked } = sessionOf(() => answer)
    const error: unknown = await session.ask('users').catch((caught: unknown) => caught)
    assert.ok(error instanceof Error)
    assert.equal(asked.length, 1)
    assert.doesNotMatch(error.message, /very-secret/)
    return error.message
  }
  const told = { status: 401, text: `{"you sent":"${secret}"}` }
  assert.match(await refusal(told), /with 401. Renew the token. \(.*you sent.*…/)
  // Wherever the text is cut off.
  for (let before = 280; before <= 300; before += 1)
    assert.doesNotMatch(await refusal({ status: 403, text: '-'.repeat(before) + secret }), /ver/)
  assert.match(await refusal({ status: 403, text: '{}' }), /Give it a scope/)
  assert.match(await refusal({ status: 404, text: '{}' }), /Wrong url/)
  assert.match(await refusal({ status: 302, text: '' }), /follows no redirects/)
  assert.match(await refusal({ status: 400, text: '{}' }), /Check the settings of the source/)
  const { session } = sessionOf(() => ({ status: 404, text: '{"message":"none"}' }))
  assert.equal((await session.ask('users/7', { accept: [404] })).status, 404)
})

test('what a vendor says is quoted without secrets, on one line, wherever it is cut off', async () => {
  const long = 'k'.repeat(400)
  const { session } = sessionOf(() => ok, { secrets: [secret, long, 'a "b"'] })
  assert.equal(session.quote(`no\u202e\n ${secret} and a \\"b\\" or a+%22b%22`), 'no  … and … or …')
  assert.doesNotMatch(session.quote(`${long}${secret}`.repeat(99), 7), /ver|k/)
  for (let before = 0; before <= 900; before += 1) {
    assert.doesNotMatch(session.quote('-'.repeat(before) + secret + long + long), /ver|k/)
    assert.doesNotMatch(session.quote(long + '-'.repeat(before) + secret + long), /ver|k/)
  }
  assert.equal(session.refuse(`It says ${secret}.`).message, 'It says ….')
  await assert.rejects(session.ask(`https://${secret}.example/`), /refers to https:\/\/…\.example,/)
})

test('nothing is prepared for a refusal where the answer is good', async () => {
  let reads = 0
  const secrets = new Proxy([secret], {
    get(target, key) {
      reads += 1
      return Reflect.get(target, key)
    },
  })
  const { session } = sessionOf(() => ok, { secrets })
  await session.ask('users')
  assert.equal(reads, 0)
})

test('GitHub’s errors show no secret', async () => {
  const said = `bad credentials Bearer ${secret} ${'-'.repeat(60)}${secret}`
  const query = { text: '', variables: {}, at: ['list'] }
  for (const errors of [[{ type: 'FORBIDDEN', message: said }], [{ message: said }]]) {
    const { session } = sessionOf(() => ({ text: JSON.stringify({ errors }) }))
    await assert.rejects(
      Array.fromAsync(graphqlRows(session, 'graphql', query)),
      (error: Error) => {
        assert.match(error.message, /\(bad credentials Bearer … -/)
        assert.doesNotMatch(error.message, /ver/)
        return true
      },
    )
  }
})

test('only the host of the url is asked, and only while it is listed', async () => {
  const { session, asked } = sessionOf(() => ok)
  await assert.rejects(
    session.ask('https://evil.example/users'),
    /refers to https:\/\/evil.example/,
  )
  await assert.rejects(session.ask('http://acme.example/users'), /refers to http:\/\/acme.example/)
  await session.ask('/users')
  assert.deepEqual(
    asked.map((request) => request.url.href),
    [`${url}/users`],
  )
  const unlisted = sessionOf(() => ok, { hosts: [] })
  await assert.rejects(
    unlisted.session.ask('users'),
    /adds acme.example:443 to MUSTER_CONNECTOR_HOSTS/,
  )
  assert.equal(unlisted.asked.length, 0)
})

test('a run that is ended asks no more', async () => {
  const controller = new AbortController()
  const { session, asked } = sessionOf(
    () => {
      controller.abort(new Error('ended'))
      return { status: 500 }
    },
    { signal: controller.signal },
  )
  await assert.rejects(session.ask('users'), /ended/)
  assert.equal(asked.length, 1)
})

const link = (page: number) => ({
  link: `<${url}/users?page=1>; rel="prev", <${url}/users?page=${page}>; rel="next"`,
})

test('pages are followed by their links, and a cycle of links ends', async () => {
  const { session } = sessionOf((_, count) => ({
    text: `[{"id":${count}}]`,
    headers: count < 3 ? link(count) : {},
  }))
  assert.deepEqual(await Array.fromAsync(listRows(session, 'users', { next: byLink })), [
    { id: 1 },
    { id: 2 },
    { id: 3 },
  ])
  const cycle = sessionOf((_, count) => ({ headers: link(count % 2) }))
  await assert.rejects(
    Array.fromAsync(listRows(cycle.session, 'users', { next: byLink })),
    /refer to each other without an end/,
  )
  const away = sessionOf(() => ({ headers: { link: '<https://evil.example/users>; rel=next' } }))
  await assert.rejects(
    Array.fromAsync(listRows(away.session, 'users', { next: byLink })),
    /evil.example/,
  )
  const cursor = sessionOf((_, count) => ({
    text: `{"rows":[],"next":${count < 3 ? count : null}}`,
  }))
  const read = pages(cursor.session, 'users', {
    next: ({ body }) =>
      /next":(\d)/.exec(JSON.stringify(body))?.[1]
        ? `users?${JSON.stringify(body).length}${cursor.asked.length}`
        : null,
  })
  assert.equal((await Array.fromAsync(read)).length, 3)
})

const next = (link: string) => byLink({ headers: { link } })

test('the next link is found among others, however it is written', () => {
  assert.equal(next('<https://a/1>; rel="self", <https://a/2>; rel="next"'), 'https://a/2')
  assert.equal(next('<https://a/2>;title="x";rel=next'), 'https://a/2')
  assert.equal(next('<https://a/2>; rel="last next"'), 'https://a/2')
  assert.equal(next('<https://a/2> ; title="a, <b>; c" ; Rel = "Next "'), 'https://a/2')
  assert.equal(next('<https://a/2>; title="; rel=next", <https://a/3>; rel=prev'), null)
  assert.equal(next('<https://a/2>; rel="nextish", <https://a/3>; rel="prev"'), null)
  assert.equal(byLink({ headers: {} }), null)
})

test('something else than a list is no list', () => {
  assert.deepEqual(rowsIn([{ id: 1 }], 'users'), [{ id: 1 }])
  for (const body of [{}, null, [1], 'text'])
    assert.throws(() => rowsIn(body, 'users'), /something else than a list/)
})

const refusalIn = ({ body }: { body: unknown }) =>
  JSON.stringify(body) === '{"ok":false}' ? { why: 'Sync less often.' } : null

test('a refusal with status 200 is waited for as well', async () => {
  const limited = { text: '{"ok":false}', headers: { 'retry-after': '4' } }
  const { session, waits } = sessionOf((_, count) => (count < 3 ? limited : ok))
  assert.deepEqual((await session.ask('users', { refusalIn })).body, { is: 'fine' })
  assert.deepEqual(waits, [4000, 4000])
  const always = sessionOf(() => limited)
  await assert.rejects(
    always.session.ask('users', { refusalIn }),
    /refused \/base\/users. Sync less often/,
  )
})

test('a hostile header of links is read in time that grows with its length', async () => {
  const hostile = [
    // Blanks, words and an end that fits nothing could be divided in many ways.
    (n: number) => `<u>;rel=${' '.repeat(n)}${' next'.repeat(n / 5)}${' '.repeat(n)}"x`,
    (n: number) => `<u>${' ; rel'.repeat(n / 2)}`,
    (n: number) => `<u>;rel${' '.repeat(3 * n)}`,
    (n: number) => `${'<'.repeat(n)}${'<u>;"'.repeat(n / 5)}`,
    (n: number) => `${'<u'.repeat(n)}${'<u>;rel="'.repeat(n / 9)}`,
  ]
  for (const header of hostile)
    await assertGrowsLinearly(1200, (n) => {
      assert.notEqual(next(header(n)), 'x')
    })
})

const padded = (length: number) => `<u>; rel="next"; title="${'x'.repeat(length)}"`

test('a header of links that is too long is refused, because the next page may be in it', () => {
  assert.equal(next(padded(16_000)), 'u')
  assert.throws(() => next(padded(17_000)), /longer than 16 KiB/)
})
