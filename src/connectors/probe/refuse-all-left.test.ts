import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
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
