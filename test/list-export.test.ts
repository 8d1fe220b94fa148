import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import type { Logger } from 'pino'
import { encodeId } from '../src/contract/ids.ts'
import { createLogger } from '../src/log.ts'
import { formatsOf, isOnlyExported, rowWriter } from '../src/http/lists/list-formats.ts'
import { routes } from '../src/routes.ts'
import { auditRows } from '../src/workspace/services/service-for-tests.ts'
import { makeCaller, makeOwner, testServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'
import { makeRequestWorld, requestFor } from './request-for.ts'
import { until } from './until.ts'

const ndjson = { accept: 'application/x-ndjson' }
const csv = { accept: 'text/csv' }

const rowsOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))

suite('an export of people', async () => {
  const server = await testServer()
  const { token } = await makeOwner(server)
  await server.query(
    `insert into directory_user (base_state, first_name, last_name, email)
     select 'active', 'Person', lpad(n::text, 5, '0'), 'p' || n || '@acme.example' from generate_series(1, 1203) n`,
  )
  await makeDirectoryUser(server, {
    first_name: '=2+3',
    last_name: '"Quoted", O’Neil',
    username: ' +2',
    email: 'a; =1+1\t@x',
  })

  test('has every row, as the pages have them', async () => {
    const read: unknown[] = []
    for (let path = '/directory/users?page[size]=400&sort=-full_name'; path !== '';) {
      const { body } = await server.get(path, token)
      read.push(...body.data)
      path = body.links.next?.split('/api/v1')[1] ?? ''
    }
    const answer = await server.get('/directory/users?sort=-full_name', token, ndjson)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(read.length, 1204)
    assert.deepEqual(rowsOf(answer.text), read)
  })

  test('has the rows that the filters choose, with what include adds', async () => {
    const query = 'filter[search]=person 0012&include=policy-users-count,abilities'
    const { body } = await server.get(`/directory/users?${query}`, token)
    const answer = await server.get(`/directory/users?${query}`, token, ndjson)
    assert.ok(body.data.length > 5)
    assert.deepEqual(rowsOf(answer.text), body.data)
    const { text } = await server.get(`/directory/users?${query}`, token, csv)
    const [first] = parse<Record<string, string>>(text, { columns: true })
    assert.equal(first?.['included.policy_users_count'], '0')
    assert.match(first?.['abilities'] ?? '', /^\{"/)
  })

  test('is CSV with a column for each field, and nothing that a spreadsheet runs', async () => {
    const answer = await server.get('/directory/users', token, csv)
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
    const rows = parse<Record<string, string>>(answer.text, { columns: true })
    assert.equal(rows.length, 1204)
    const formula = rows.find(({ full_name: name }) => name?.includes('2+3'))
    assert.equal(formula?.['first_name'], "'=2+3")
    assert.equal(formula['last_name'], '"Quoted", O’Neil')
    assert.equal(formula['username'], "' +2")
    assert.equal(formula['email'], "a; '=1+1\t'@x")
    assert.equal(formula['is_manager'], 'false')
    assert.equal(formula['manager_id'], '')
    assert.equal(formula['org'], '{}')
    assert.match(formula['timestamp.created_at'] ?? '', /^\d{4}-.*Z$/)
    assert.deepEqual(
      Object.keys(formula).filter((name) => /^(links|included|abilities|incidents)/.test(name)),
      [],
    )
  })

  test('without a row has its line of names', async () => {
    const { text } = await server.get('/directory/users?filter[username]=nobody', token, csv)
    assert.match(text, /^id,state,manager_id,[^\n]*timestamp\.created_at[^\n]*\r\n$/)
  })

  test('is recorded with its caller and its list, and without what was searched for', async () => {
    await server.get('/directory/users?filter[search]=Quoted', token, csv)
    const rows = await auditRows(server, 'access.list.export')
    assert.deepEqual(rows.at(-1)?.['details'], {
      operation: 'listDirectoryUsers',
      type: 'text/csv',
      path: '/api/v1/directory/users',
    })
  })

  test('needs what the list needs, and a page of it is refused', async () => {
    const stranger = await makeCaller(server, [])
    assert.equal((await server.get('/directory/users', undefined, csv)).status, 401)
    assert.equal((await server.get('/directory/users', stranger.token, csv)).status, 403)
    const page = await server.get('/directory/users?page[size]=10', token, csv)
    assert.equal(page.status, 400)
    assert.match(page.body.message, /leave out the query parameter page\[size\]/)
    assert.equal((await server.get('/directory/users?colour=red', token, csv)).status, 400)
  })

  test('is chosen by Accept with its weights, and 406 says what there is', async () => {
    const typeFor = async (accept: string) => {
      const answer = await server.get('/directory/users', token, { accept })
      return answer.headers.get('content-type')?.split(';')[0]
    }
    assert.equal(await typeFor('*/*'), 'application/json')
    assert.equal(await typeFor('text/html, */*;q=0.8'), 'application/json')
    assert.equal(await typeFor('application/json;q=0.5, text/csv'), 'text/csv')
    assert.equal(await typeFor('text/*'), 'text/csv')
    for (const type of ['application/json', 'application/x-ndjson', 'text/csv'])
      for (const parameters of ['charset=utf-8', 'charset="utf-8"; header=present; q=0.9'])
        assert.equal(await typeFor(`${type}; ${parameters}`), type, parameters)
    assert.equal(
      await typeFor('text/csv;charset=utf-8;q=0.1, application/json;v=1'),
      'application/json',
    )
    const refused = await server.get('/directory/users', token, { accept: 'application/xml' })
    assert.equal(refused.status, 406)
    assert.match(refused.body.message, /application\/x-ndjson, text\/csv/)
    const stranger = await server.get('/directory/users', undefined, { accept: 'application/xml' })
    assert.equal(stranger.status, 401)
  })

  test('is not read for HEAD', async () => {
    const answer = await server.call('HEAD', '/directory/users', {
      token,
      headers: csv,
      conforms: false,
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(answer.text, '')
  })
})

const sockets = new Set<Socket>()
after(() => {
  for (const socket of sockets) socket.destroy()
})

/** A server whose people are more than buffers hold, and a way to begin an export of them and to take only its head. */
async function longExports(logger?: Logger) {
  const server = await testServer(logger === undefined ? {} : { logger })
  await server.query(
    `insert into directory_user (base_state, first_name, last_name, metadata)
     select 'active', 'Person', lpad(n::text, 6, '0'),
       jsonb_build_object('a', repeat('x', 1000), 'b', repeat('y', 1000))
     from generate_series(1, 10000) n`,
  )
  const begin = async (token: string): Promise<Socket> => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write(
      `GET /api/v1/directory/users HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\naccept: text/csv\r\n\r\n`,
    )
    const [head] = await once(socket, 'data')
    assert.match(String(head), /^HTTP\/1.1 200 /)
    socket.pause()
    return socket
  }
  return { server, begin }
}

test('an export is cut off when its caller loses the right to it, and is not shorter instead', async () => {
  const { server, begin } = await longExports()
  const { token, tokenId } = await makeOwner(server)
  const socket = await begin(token)
  await sleep(300)
  const path = `/workspace/tokens/${encodeId('token', tokenId)}`
  assert.equal((await server.call('DELETE', path, { token })).status, 204)
  let text = ''
  socket.on('data', (piece) => (text += String(piece)))
  const ended = Promise.race([once(socket, 'error'), once(socket, 'close')])
  socket.resume()
  await ended
  assert.ok(!text.endsWith('\r\n0\r\n\r\n'))
})

test('a client that leaves an export early is logged as that, and not as a failure', async () => {
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const { server, begin } = await longExports(createLogger('info', destination))
  const { token } = await makeOwner(server)
  const exports = () =>
    lines.filter(
      ({ operation, path }) => operation !== undefined && String(path).endsWith('/users'),
    )
  for (const wait of [0, 50, 300]) {
    const before = exports().length
    const socket = await begin(token)
    if (wait > 0) socket.resume()
    await sleep(wait)
    socket.destroy()
    await until(() => exports().length > before)
  }
  assert.equal(exports().length, 3)
  for (const { level, status, msg } of exports())
    assert.deepEqual([level, status, msg], [30, 499, 'the client closed the request'])
})

test('an export runs beside three others of its caller, and a fifth has to wait', async () => {
  const { server, begin } = await longExports()
  const { token } = await makeOwner(server)
  const running: Socket[] = []
  for (let each = 0; each < 4; each++) running.push(await begin(token))
  const fifth = () => server.get('/directory/users?filter[username]=nobody', token, csv)
  const refused = await fifth()
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '1')
  const unread = await server.get('/directory/users?colour=red', token, csv)
  assert.equal(unread.status, 429, 'before anything of its list is read')
  running[0]?.destroy()
  await until(
    async () => (await fifth()).status !== 429,
    'the place of a client that left is not given back: it',
  )
  for (const socket of running) socket.destroy()
})

test('an export waits for the allowance of its token, and has every row', async () => {
  const server = await testServer({ rateLimit: { perSecond: 2, burst: 2 } })
  const { token } = await makeOwner(server)
  await server.query(
    `insert into directory_user (base_state, first_name, last_name)
     select 'active', 'Person', lpad(n::text, 5, '0') from generate_series(1, 1600) n`,
  )
  const began = performance.now()
  const { text } = await server.get('/directory/users', token, ndjson)
  assert.equal(rowsOf(text).length, 1600)
  assert.ok(performance.now() - began > 500)
})

test('rows that have no pages are JSON, and 406 says so', async () => {
  const server = await testServer({ rateLimit: null })
  const world = await makeRequestWorld(server)
  const { token } = world.owner
  const others = routes.filter((route) => {
    const formats = formatsOf(route)
    return formats !== undefined && formats.row === undefined
  })
  assert.deepEqual(others.map(({ id }) => id).toSorted(), [
    'compareDirectoryUser',
    'compareTeamOfDirectoryUser',
    'describeIncidentChanges',
    'listEvents',
    'listIssuers',
    'listNames',
    'listSuggestedKeys',
    'listSuggestedRules',
    'listSuggestedValues',
    'whatIfDirectoryUser',
  ])
  for (const route of others) {
    const { path } = requestFor(route, world)
    for (const headers of [ndjson, csv]) {
      const refused = await server.get(path, token, headers)
      assert.equal(refused.status, 406, route.id)
      assert.match(refused.body.message, /^It can be sent as application\/json: /)
    }
    const { accept } = csv
    const taken = await server.get(path, token, { accept: `${accept}, application/json;q=0.1` })
    assert.equal(taken.status, 200, route.id)
    assert.match(taken.headers.get('content-type') ?? '', /^application\/json/)
  }
})

test('every list can be exported, with the rows of its pages', async () => {
  const server = await testServer({ rateLimit: null })
  const world = await makeRequestWorld(server)
  const { token } = world.owner
  const lists = routes.flatMap((route) =>
    route.method === 'GET' && formatsOf(route)?.row !== undefined && !isOnlyExported(route)
      ? [route]
      : [],
  )
  assert.ok(lists.length > 30)
  for (const route of lists) {
    const { path } = requestFor(route, world)
    const page = await server.get(path, token)
    const lines = await server.get(path, token, ndjson)
    const table = await server.get(path, token, csv)
    assert.deepEqual([page.status, lines.status, table.status], [200, 200, 200], route.id)
    const isLog = /audit-logs|\/audit\/(logs|changes)|\/(logs|changes)$/.test(route.url)
    const rows = rowsOf(lines.text)
    // Each export is itself in the log, later than what it contains.
    if (!isLog && page.body.links.next === null) assert.deepEqual(rows, page.body.data, route.id)
    else assert.ok(rows.length >= page.body.data.length, route.id)
    const cells = parse(table.text, { columns: false })
    assert.ok(cells.length > rows.length, route.id)
    assert.ok(cells[0] !== undefined && cells[0].length > 1, route.id)
    for (const value of route.besideRows ?? []) {
      const beside = `${path}${path.includes('?') ? '&' : '?'}include=${value}`
      assert.equal((await server.get(beside, token)).status, 200, route.id)
      const refused = await server.get(beside, token, csv)
      assert.equal(refused.status, 400, route.id)
      assert.match(refused.body.message, new RegExp(`leave out include=${value}`))
      assert.equal((await server.get(beside, token, ndjson)).status, 400, route.id)
    }
  }
  const beside = lists.flatMap(({ besideRows = [] }) => besideRows)
  assert.deepEqual(beside.toSorted(), ['counts', 'counts', 'groups', 'has-only', 'unknown_states'])
})

type Shape = { properties?: Record<string, Shape>; anyOf?: Shape[]; type?: string }

test('a field of an object with known keys is a column of its own in every CSV', () => {
  const propertiesOf = ({ properties, anyOf = [] }: Shape): Record<string, Shape> | undefined => {
    if (properties !== undefined) return properties
    const [only, ...others] = anyOf.filter(({ type }) => type !== 'null')
    return only === undefined || others.length > 0 ? undefined : propertiesOf(only)
  }
  const cells = routes.flatMap((route) => {
    const schema = formatsOf(route)?.row
    if (schema === undefined) return []
    const row: Shape = JSON.parse(JSON.stringify(schema))
    const isWhole = (column: string) => {
      const shape = column
        .split('.')
        .reduce((of: Shape | undefined, key) => propertiesOf(of ?? {})?.[key], row)
      return Object.keys(propertiesOf(shape ?? {}) ?? {}).length > 0
    }
    const columns = rowWriter('text/csv', schema, []).head.trim().split(',')
    return columns.filter(isWhole).map((column) => `${route.url}: ${column}`)
  })
  assert.deepEqual(cells, [])
})
