import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onProfile, policyServer } from '../src/policy/rules/policy-for-tests.ts'
import { routes } from '../src/routes.ts'
import { afterEachStatement, type Statement } from './between-statements.ts'
import { testServer } from './harness.ts'
import { makeRequestWorld, requestFor } from './request-for.ts'

test('what is committed while an explanation is put together is in all of it or in none', async () => {
  const server = await policyServer(
    [
      { email: 'ada@x.example', profile: { department: 'Sales' } },
      { email: 'bo@x.example', profile: { department: 'Legal' } },
    ],
    { onlyAnswers: true },
  )
  const ruleset = await server.rulesetId('12')
  const ada = await server.personId('ada@x.example')
  const path = `/directory/users/${ada}/explain?ruleset=${ruleset}`
  const ofEveryRequest = new Set<string>()
  let act = async ({ text }: Statement) => void ofEveryRequest.add(text)
  afterEachStatement(server.database, (statement) => act(statement))
  await server.expect(200, 'GET', '/auth/test')
  const verdicts = new Set<string>()
  for (let skipped = 0; skipped < 12; skipped += 1) {
    const { id } = (
      await server.expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, {
        role: 'developer',
        conditions: [onProfile('department', 'sales')],
      })
    ).body
    await server.expect(200, 'POST', `/policy/rules/${id}/activate`, {})
    let toGo = skipped
    let isSuspended = false
    act = async ({ text }) => {
      if (ofEveryRequest.has(text) || toGo-- !== 0) return
      isSuspended = true
      await server.expect(200, 'POST', `/directory/users/${ada}/suspend`, {})
    }
    const { body } = await server.expect(200, 'GET', path)
    act = async () => {}
    assert.equal(body.eligibility.is_eligible, body.verdict === 'in', JSON.stringify(body))
    verdicts.add(body.verdict)
    if (isSuspended) await server.expect(200, 'POST', `/directory/users/${ada}/activate`, {})
    await server.expect(200, 'POST', `/policy/rules/${id}/deactivate`, {})
  }
  assert.deepEqual([...verdicts].sort(), ['in', 'out'])
})

test('a described person has as many staged rules as are counted, whatever is committed meanwhile', async () => {
  const server = await policyServer([{ email: 'ada@x.example', profile: { department: 'Sales' } }])
  const path = `/policy/rulesets/${await server.rulesetId('12')}/rules`
  const rule = { role: 'developer', conditions: [onProfile('department', 'sales')] }
  const { id } = (await server.expect(201, 'POST', path, rule)).body
  let isDeleted = false
  afterEachStatement(server.database, async ({ text }) => {
    if (isDeleted || !text.includes('policy_rules_manifest')) return
    isDeleted = true
    await server.expect(204, 'DELETE', `/policy/rules/${id}`)
  })
  const ada = await server.personId('ada@x.example')
  const described = `/directory/users/${ada}?include=policy-rules-staged`
  const { count, included } = (await server.expect(200, 'GET', described)).body
  assert.ok(isDeleted)
  assert.equal(included.policy_rules_staged.length, count.staged_rules)
})

test('an answer that is put together from several statements is read from one snapshot', async () => {
  const server = await testServer({ onlyAnswers: true })
  const world = await makeRequestWorld(server)
  let seen: Statement[] = []
  afterEachStatement(server.database, async (statement) => void seen.push(statement))
  const statementsOf = async (path: string) => {
    seen = []
    const { status } = await server.get(path, world.owner.token)
    assert.ok(status === 200 || status === 404, `${path}: ${status}`)
    return seen
  }
  const before = new Set((await statementsOf('/auth/test')).map(({ text }) => text))
  // An export is read page by page: it says so, and records itself. A page of events looks at who writes before its snapshot.
  const reads = routes.filter(
    (route) =>
      route.method === 'GET' && route.exportedAs === undefined && route.id !== 'listEvents',
  )
  const paths = reads.map((route) => requestFor(route, world).path)
  const totals = reads.flatMap((route) => {
    const { path } = requestFor(route, world)
    const further = path.includes('?') ? '&' : '?'
    return 'page[total]' in route.query.properties ? [`${path}${further}page[total]=true`] : []
  })
  const withPolicy = '/directory/users?include=policy-users,policy-rules-staged'
  for (const path of [...paths, ...totals, withPolicy]) {
    const own = (await statementsOf(path)).filter((each) => !before.has(each.text))
    const [begin, end] = [own.findIndex(beginsSnapshot), own.findLastIndex(commits)]
    const loose = own.filter((_, index) => begin === -1 || index < begin || index > end)
    const telling = loose.filter((each) => !isLook(each))
    const texts = own.map(({ text }) => text).join('\n')
    const allowed = begin === -1 ? 1 : 0
    assert.ok(telling.length <= allowed, `${path} reads from several snapshots:\n${texts}`)
  }
})

const beginsSnapshot = ({ text }: Statement) =>
  text === 'start transaction isolation level repeatable read read only'
const commits = ({ text }: Statement) => text === 'commit'

/** The statement checks whether a record exists or is visible, and the answer contains nothing of it. */
const isLook = ({ text, columns }: Statement) =>
  columns.every((name) => ['id', 'ruleset_id', 'actor_type', 'actor_id'].includes(name)) ||
  / from "service" where "service"."deleted_at" is null and "service"."id" = /.test(text)
