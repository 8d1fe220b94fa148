import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { interpretExport } from './interpret-export.ts'

async function states(header: string, ...rows: readonly string[]): Promise<string[]> {
  const text = [header, ...rows].join('\n')
  const open = () => ({ stream: Readable.from([Buffer.from(text)]), name: 'a.csv' })
  const { people } = await interpretExport({ open, most: 100 })
  return people.map(({ fullName, state }) => `${fullName}, ${state}`)
}

test('a list of devices, tickets or courses is none of people, and its states are not theirs', async () => {
  for (const [header, row] of [
    [
      'Computer Name,Username,Full Name,Email,Status',
      'MAC1,ada,Ada Moreau,ada@acme.example,Retired',
    ],
    ['Ticket ID,Name,Email,Status', 'T-1,Ada Moreau,ada@acme.example,Deleted'],
    ['Meeting ID,Name,User Email,End', '1,Ada Moreau,ada@acme.example,2024-01-01'],
    ['Name,Email,Course,Completed,Status', 'Ada Moreau,ada@acme.example,Safety,Yes,Expired'],
    ['Course,Name,Email,Status', 'Safety,Ada Moreau,ada@acme.example,Expired'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await assert.rejects(
      states(header, row),
      /a list of devices, tickets, courses .*--shape/,
      header,
    )
})

test('people who have a device, a room or a course are people', async () => {
  for (const header of [
    'Name,Email,Computer Name,Status',
    'Serial number,Name,Email,Room,Status',
    'Phone number,Name,Email,Status',
    'Name,Email,Course,Status',
    'Name,Email,Training budget,Score,Status',
    'Room,Name,Email,Status',
  ]) {
    const values: Readonly<Record<string, string>> = {
      Name: 'Ada Moreau',
      Email: 'ada@acme.example',
      Status: 'Left',
    }
    const row = header.split(',').map((name) => values[name] ?? '12')
    assert.deepEqual(
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await states(header, row.join(',')),
      ['Ada Moreau, deactivated'],
      header,
    )
  }
})
