import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { interpretExport } from './interpret-export.ts'

async function managers(...lines: readonly string[]): Promise<string[]> {
  const open = () => ({ stream: Readable.from([Buffer.from(lines.join('\n'))]), name: 'a.csv' })
  const { people, mapping } = await interpretExport({ open, most: 100 })
  const { profile_extra: keys } = mapping.account
  const known = ['managerId', 'managerEmail', 'managerName'].filter(
    (key) => keys[key] !== undefined,
  )
  return people.flatMap(({ profile, fullName }) =>
    known.flatMap((key) =>
      profile[key] === undefined ? [] : [`${fullName}: ${key} ${JSON.stringify(profile[key])}`],
    ),
  )
}

test('the managers of people are found in a column that is called so in part, by names, addresses and numbers', async () => {
  const name = ['ID,Name,Email,Responsable N+1', '1,Ada Moreau,ada@acme.example,LI Bo']
  assert.deepEqual(await managers(...name, '2,Bo LI,bo@acme.example,'), [
    'Ada Moreau: managerName "Bo LI"',
  ])
  const email = [
    'ID,Name,Email,Kierownik (e-mail)',
    '1,Ada Moreau,ada@acme.example,bo@acme.example',
  ]
  assert.deepEqual(await managers(...email, '2,Bo Li,bo@acme.example,'), [
    'Ada Moreau: managerEmail "bo@acme.example"',
  ])
  const short = ['PERS_NR,VORNAME,NACHNAME,VORG_NR', '101,Ada,Moreau,102', '102,Bo,Li,']
  assert.deepEqual(await managers(...short), ['Ada Moreau: managerId "102"'])
  const number = ['Employee ID,Name,Nr. des Vorgesetzten', '1,Ada Moreau,2', '2,Bo Li,']
  assert.deepEqual(await managers(...number), ['Ada Moreau: managerId "2"'])
})

function rows(value: string): string[] {
  return [`1,Ada Moreau,ada@acme.example,${value}`, '2,Bo Li,bo@acme.example,']
}

test('who is responsible for a person in other ways, or is nobody of the file, is no manager', async () => {
  for (const column of ['HR manager', 'Account manager', 'Mentor', 'Responsable N+2'])
    assert.deepEqual(await managers(`ID,Name,Email,${column}`, ...rows('Bo Li')), [], column)
  assert.deepEqual(await managers('ID,Name,Email,Manager since', ...rows('2024-01-01')), [])
  assert.deepEqual(await managers('ID,Name,Email,Responsible office', ...rows('Paris')), [])
})

test('a column of other managers, or one that only counts or marks them, names no manager', async () => {
  const others = [
    'Former manager',
    'Previous manager email',
    'Relationship manager',
    'Office manager',
    'Deputy supervisor',
    "Manager's manager",
    'Manager 2',
  ]
  for (const column of others)
    for (const value of ['Bo Li', 'bo@acme.example'])
      assert.deepEqual(await managers(`ID,Name,Email,${column}`, ...rows(value)), [], column)
  const figures = [
    'Is manager',
    'Manager Level',
    'Years as manager',
    'Number of direct reports to date',
    'Team lead',
  ]
  for (const column of figures)
    assert.deepEqual(await managers(`ID,Name,Email,${column}`, ...rows('2')), [], column)
})

async function numbered(column: string, ada: string, bo: string): Promise<string[]> {
  const people = [`${ada},Ada Moreau,ada@acme.example,${bo}`, `${bo},Bo Li,,`]
  return managers(`ID,Name,Email,${column}`, ...people)
}

test('numbers say who the manager is where they can be nothing else, or the column says that they are numbers', async () => {
  assert.deepEqual(await numbered('Team lead', 'E-001', 'E-002'), ['Ada Moreau: managerId "E-002"'])
  assert.deepEqual(await numbered('Team lead', '100241', '100242'), [
    'Ada Moreau: managerId "100242"',
  ])
  assert.deepEqual(await numbered('Team lead number', '1', '2'), ['Ada Moreau: managerId "2"'])
})

test('numbers of managers that are no one’s count for nothing beside their names', async () => {
  const lines = [
    'EmpID,Name,PositionID,ManagerID,ManagerName',
    '101,"Moreau, Ada",8,7,Bo Li',
    '102,"Li, Bo",7,8,Ada Moreau',
  ]
  const found = await managers(...lines)
  assert.deepEqual(
    found.filter((each) => each.includes('managerName')),
    ['Ada Moreau: managerName "Bo Li"', 'Bo Li: managerName "Ada Moreau"'],
  )
})
