import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { interpretExport } from './interpret-export.ts'

const people = ['Ada Moreau,ada@acme.example', 'Bo Li,bo@acme.example', 'Cy Ko,cy@acme.example']

async function read(column: string, ...cells: readonly string[]): Promise<string[]> {
  const rows = cells.map((cell, at) => `${people[at]},"${cell}"`)
  const text = [`Name,Email,${column}`, ...rows].join('\n')
  const open = () => ({ stream: Readable.from([Buffer.from(text)]), name: 'a.csv' })
  const found = await interpretExport({ open, most: 100 })
  return [
    ...found.people.map(({ state }) => state),
    ...found.refusals.flatMap(({ reasons }) => reasons.map(({ reason }) => reason)),
  ]
}

test('the last day of a span of employment is the last day of the person', async () => {
  for (const [column, here, left] of [
    ['Employment period', '2021-05-01 - ', '2020-01-01 - 2024-03-31'],
    ['Employment period', 'since 2021-05-01', 'from 2020-01-01 to 2024-03-31'],
    ['Employment (from - to)', '05/2021 - present', '01/2020 - 03/2024'],
    ['Employment dates', '2021-05-01 - 2099-12-31', '2020-01-01 - 2024-03-31'],
    ['Period of service', '2021 to date', '2019 to 2024'],
    ['Contract', '01.05.2021–', '01.01.2020–31.03.2024'],
    ['Contract', 'permanent', '2020-01-01 - 2024-03-31'],
    ['Tenure', '2019–', '2019–2024'],
    ['Years of service', '2021 - now', '2019 - 2024'],
    ['Beschäftigungszeitraum', 'seit 01.05.2021', '01.01.2020 bis 31.03.2024'],
    ['Vertragslaufzeit', '01.05.2021 - unbefristet', '01.01.2020 - 31.03.2024'],
    ['Eintritt/Austritt', '01.05.2021 -', '01.01.2020 - 31.03.2024'],
    ['Période de contrat', 'depuis le 01/05/2021', 'du 01/01/2020 au 31/03/2024'],
    ['Membership', '2021–', '2019–2024'],
    ['Period', '2021-05-01 - ', '2020-01-01 - 2024-03-31'],
    ['Zeitraum', 'ab 01.05.2021', '01.01.2020 - 31.03.2024'],
    ['From - to', '2021-05-01 - ', '2020-01-01 - 2024-03-31'],
    ['Last working day', '', '2020-01-01 to 2024-03-31'],
  ] as const)
    assert.deepEqual(
      await read(column, here, left),
      ['active', 'deactivated'],
      `${column}: ${left}`,
    )
})

test('a span of employment that can not be read is asked about', async () => {
  for (const [column, cell] of [
    ['Employment period', '2021-05-01'],
    ['Employment period', '2015-2018, 2020-'],
    ['Employment period', '01/20 - 03/24'],
    ['Employment period', '2024-03-31 - 2020-01-01'],
    ['Last working day', '2020-01-01 - present'],
  ] as const) {
    const [here, left, reason] = await read(column, '', '2020-01-01 - 2024-03-31', cell)
    assert.deepEqual([here, left], ['active', 'deactivated'], column)
    assert.match(reason ?? '', /^the last day is not a date as in 20/, `${column}: ${cell}`)
  }
})

test('spans of other things, and other values below such a name, say nothing of who is there', async () => {
  const past = ['2022-01-01 - 2022-12-31', '2023-01-01 - ']
  for (const column of [
    'Review period',
    'Project period',
    'Probation period',
    'Period of probation',
    'Leave period',
    'Training dates',
    'Course duration',
    'Deputy from - to',
    'Notice period',
    'Gym membership period',
  ])
    assert.deepEqual(await read(column, ...past), ['active', 'active'], column)
  assert.deepEqual(await read('Project,Period', 'Apollo","2022 - 2023', 'Gemini","2023 -'), [
    'active',
    'active',
  ])
  for (const [column, ...values] of [
    ['Period', '2022-01-01 - 2022-12-31', '2022-01-01 - 2022-12-31'],
    ['Employment duration', '3 years', '12 - 24 months'],
    ['Years of service', '5', '7'],
    ['Contract', 'C-2020-17', 'C-2021-19'],
    ['Contract', 'Permanent', 'Fixed-term'],
    ['Arbeitszeit', '08:00 - 17:00', '08:00 - 12:00'],
    ['Membership', 'Gold', 'Silver'],
  ] as const)
    assert.deepEqual(await read(column, ...values), ['active', 'active'], column)
})
