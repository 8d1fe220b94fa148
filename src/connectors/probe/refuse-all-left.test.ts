import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { interpretExport } from './interpret-export.ts'

async function states(...lines: readonly string[]): Promise<string[]> {
  const open = () => ({ stream: Readable.from([Buffer.from(lines.join('\n'))]), name: 'a.csv' })
  const { people } = await interpretExport({ open, most: 100 })
  return people.map(({ fullName, state }) => `${fullName}, ${state}`)
}

const days = ['Ada Moreau,ada@acme.example,2024-01-31', 'Bo Li,bo@acme.example,2024-02-28']

test('a column that is no known one of last days is asked about where all of its days are past', async () => {
  for (const column of ['Departure', 'Final day', 'Fin de contrat', 'Leaving'])
    await assert.rejects(
      states(`Name,Email,${column}`, ...days),
      new RegExp(`everyone in the file would have left: "${column}".*call it Last working day`),
      column,
    )
})

test('a known column of last days, or one beside a column of states, is read as it is', async () => {
  const left = ['Ada Moreau, deactivated', 'Bo Li, deactivated']
  assert.deepEqual(await states('Name,Email,Termination date', ...days), left)
  const told = days.map((row) => `${row},Left`)
  assert.deepEqual(await states('Name,Email,Departure,Status', ...told), left)
})

test('a day is past by the clock of the server', async () => {
  const day = 86_400_000
  let now = Date.now() - 30 * day
  const server = await testServer({ clock: () => new Date(now) })
  const { token } = await makeOwner(server)
  const body = { handle: 'hr', vendor: 'file', type: 'file', is_primary: true }
  const made = await server.call('POST', '/workspace/integrations', { token, body })
  const last = new Date(now + 10 * day).toISOString().slice(0, 10)
  const rows = ['Ada Moreau', 'Bo Li'].map((name) => `${name},${name[0]}@acme.example,${last}`)
  const raw = ['Name,Email,Departure', ...rows].join('\n')
  const probe = () =>
    server.call(
      'POST',
      `/workspace/integrations/${made.body.id}/imports?probe=true&by=product&name=a.csv`,
      { token, raw },
    )
  const ahead = await probe()
  assert.equal(ahead.status, 200, ahead.text)
  const found = ahead.body.people.map(({ state }: { state: string }) => state)
  assert.deepEqual(found, ['active', 'active'])
  now += 20 * day
  const past = await probe()
  assert.equal(past.status, 422)
  assert.match(past.body.message, /everyone in the file would have left/)
})
