import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { interpretExport } from './interpret-export.ts'

async function states(...lines: readonly string[]): Promise<string[]> {
  const open = () => ({ stream: Readable.from([Buffer.from(lines.join('\n'))]), name: 'a.csv' })
  const { people } = await interpretExport({ open, most: 100 })
  return people.map(({ fullName, state }) => `${fullName}, ${state}`)
}

test('a list of leaves, each with its end, is no list of people who have left', async () => {
  await assert.rejects(
    states(
      'Employee,Email,Leave type,Start date,End date',
      'Ada Moreau,ada@acme.example,Vacation,2024-01-01,2024-01-10',
      'Bo Li,bo@acme.example,Sick,2024-02-01,2024-02-03',
    ),
    /This may be a list of leaves .*"Leave type".*call the column Last working day/,
  )
})

test('an end is the last day of people where others have none, or where nothing else ends', async () => {
  const people = ['Ada Moreau, active', 'Bo Li, deactivated']
  const some = ['Ada Moreau,ada@acme.example,3,', 'Bo Li,bo@acme.example,0,2024-02-03']
  assert.deepEqual(await states('Name,Email,Vacation days,End date', ...some), people)
  assert.deepEqual(
    await states('Name,Email,Floor,End date', 'Bo Li,bo@acme.example,1,2024-02-03'),
    ['Bo Li, deactivated'],
  )
})

test('a list of contractors, each with an end, is one of people whatever else it has', async () => {
  for (const column of ['Project', 'Training', 'Assignment', 'Room', 'Desk', 'Vacation days'])
    assert.deepEqual(
      await states(
        `Name,Email,${column},Start date,End date`,
        'Ada Moreau,ada@acme.example,12,2023-01-01,9000-12-31',
        'Bo Li,bo@acme.example,14,2023-01-01,2024-02-03',
      ),
      ['Ada Moreau, active', 'Bo Li, deactivated'],
      column,
    )
})

test('a day of validity that everybody has may be of a badge, and is asked about', async () => {
  const rows = ['Ada Moreau,ada@acme.example,12,2023-12-31', 'Bo Li,bo@acme.example,14,2999-12-31']
  for (const column of ['Badge No', 'Access card', 'Driving licence'])
    await assert.rejects(
      states(`Name,Email,${column},Valid until`, ...rows),
      /"Valid until" beside ".*call the column Last working day/,
      column,
    )
  for (const columns of ['Floor,Valid until', 'Badge No,Termination date', 'Cardinal,Valid to'])
    assert.deepEqual(
      await states(`Name,Email,${columns}`, ...rows),
      ['Ada Moreau, deactivated', 'Bo Li, active'],
      columns,
    )
})

test('a list in which people come back with other ends is none of people', async () => {
  await assert.rejects(
    states(
      'Name,Email,Room,Start date,End date',
      'Ada Moreau,ada@acme.example,A 1,2023-01-01,2023-12-31',
      'Ada Moreau,ada@acme.example,B 2,2024-01-01,2024-12-31',
      'Bo Li,bo@acme.example,B 2,2024-01-01,2024-12-31',
    ),
    /This may be a list of leaves .*"Room"/,
  )
})
