import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../test/harness.ts'
import { makeDirectoryUser } from '../../test/people.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const person = await makeDirectoryUser(server)

const words = {
  instant: 'must be an ISO 8601 date and time with a zone, such as 2027-01-31T00:00:00Z',
  states: 'must be any of unmanaged, monitored, managed, separated by commas',
  email: 'must be an e-mail address, such as name@example.com',
  id: 'must be an id that begins with drusr_',
}

test('a query parameter that is refused is told in words, not by a pattern', async () => {
  for (const [path, said] of [
    [`/directory/users/${person.id}/access?at=2026-03-02`, `at ${words.instant}`],
    ['/policy/rulesets?filter[state]=frozen', `filter[state] ${words.states}`],
  ] as const) {
    const { status, body } = await server.get(path, token)
    assert.deepEqual([status, body.message], [400, `The query parameter ${said}.`])
  }
})

const name = { first_name: 'New', last_name: 'Person' }
const send = async (path: string, body: object) =>
  (await server.call('POST', path, { token, body })).body.errors

test('a field that is refused is told in words, not by a pattern', async () => {
  assert.deepEqual(await send(`/directory/users/${person.id}/expire`, { at: '2026-03-02' }), {
    at: [words.instant],
  })
  assert.deepEqual(await send('/directory/users', { ...name, email: 'ada' }), {
    email: [words.email],
  })
  const named = { ...name, manager_id: 'drusr_boss' }
  assert.deepEqual(await send('/directory/users', named), {
    manager_id: [words.id, 'or be null'],
  })
  const operations = [{ op: 'activate_rule', rule_id: 'engineers' }]
  assert.deepEqual(await send('/policy/plans', { operations }), {
    'operations.0.rule_id': ['must be an id that begins with porul_, or a `$ref` of this plan'],
  })
})
