import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRows } from '../../../test/count-rows.ts'
import { testServer } from '../../../test/harness.ts'
import { importLines } from '../../../test/import-lines.ts'
import { scimEndpoint, type ScimEndpoint } from '../scim/scim-for-tests.ts'

const many = 4000

test('a run reads as many rows whether few or many accounts belong to no one', async () => {
  const server = await testServer()
  const scim = await scimEndpoint(server)
  const { body: ada } = await scim.user('ada', addressOf('ada@acme.example'))
  // Its addresses lead to no one.
  const other = await scimEndpoint(server, { handle: 'chat', vendor: 'chat', is_primary: false })
  const { body: orphan } = await other.user('orphan', addressOf('orphan@orphans.example'))
  const rowsRead = countRows(server)

  const act = async (work: () => Promise<unknown>) => {
    const before = rowsRead()
    await work()
    return rowsRead() - before
  }
  const costs = async (round: number) => {
    await server.query('analyze')
    return {
      push: await act(() => retitle(scim, ada.id, `Title ${round}`)),
      arrival: await act(() => scim.user(`new-${round}`, addressOf(`new-${round}@acme.example`))),
      primary: await act(() => importLines(server, scim, [record(`imported-${round}`)])),
      orphan: await act(() => retitle(other, orphan.id, `Title ${round}`)),
    }
  }
  await importLines(server, other, orphans(20))
  await costs(0)
  const before = await costs(1)
  await importLines(server, other, orphans(many))
  await costs(2)
  const after = await costs(3)
  for (const act of ['push', 'arrival', 'primary', 'orphan'] as const)
    assert.ok(after[act] < 2 * before[act] + 500, `${act}: ${JSON.stringify({ before, after })}`)
})

test('renumbered accounts get the people of the former ones without a scan of all accounts for each', async () => {
  const count = 1200
  const server = await testServer()
  const scim = await scimEndpoint(server)
  const people = Array.from({ length: count }, (_, at) => record(`p${at}`))
  const renumbered = people.map((each) => ({ ...each, id: `new-${each.id}` }))
  await importLines(server, scim, people)
  const rowsRead = countRows(server)
  await importLines(server, scim, renumbered)
  await importLines(server, scim, renumbered, '?complete=true')
  assert.equal((await server.query('select from directory_user')).length, count)
  const each = rowsRead() / count
  assert.ok(each < count, `${each} rows for each of ${count}`)
})

const addressOf = (value: string) => ({ emails: [{ value, primary: true }] })

const record = (id: string) => ({
  id,
  userName: id,
  name: { givenName: 'Given', familyName: id },
  active: true,
  ...addressOf(`${id}@orphans.example`),
})

const orphans = (count: number) => Array.from({ length: count }, (_, at) => record(`o${at}`))

async function retitle(scim: ScimEndpoint, id: string, value: string) {
  const { status } = await scim.patch(`/Users/${id}`, { op: 'replace', path: 'title', value })
  assert.equal(status, 200)
}
