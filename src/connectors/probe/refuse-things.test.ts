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

test('a list of devices, tickets, courses or customers is none of people, and its states are not theirs', async () => {
  for (const [header, row] of [
    [
      'Computer Name,Username,Full Name,Email,Status',
      'MAC1,ada,Ada Moreau,ada@acme.example,Retired',
    ],
    ['Ticket ID,Name,Email,Status', 'T-1,Ada Moreau,ada@acme.example,Deleted'],
    ['Meeting ID,Name,User Email,End', '1,Ada Moreau,ada@acme.example,2024-01-01'],
    ['Name,Email,Course,Completed,Status', 'Ada Moreau,ada@acme.example,Safety,Yes,Expired'],
    ['Course,Name,Email,Status', 'Safety,Ada Moreau,ada@acme.example,Expired'],
    ['Ticket #,Name,Email', '1,Ada Moreau,ada@acme.example'],
    ['Name,Email,Capacity,Building', 'Everest,everest@acme.example,10,HQ'],
    ['Name,Email,MAC address,Model', 'Lobby,lobby@acme.example,aa:bb,T46'],
    ['Customer ID,Name,Email,Status', '1,Ada Moreau,ada@acme.example,Closed'],
    ['First Name,Last Name,Email,Lead Source', 'Ada,Moreau,ada@acme.example,Web'],
    ['Email Address,First Name,Last Name,MEMBER_RATING', 'ada@acme.example,Ada,Moreau,2'],
    ['Lieferant;Ansprechpartner;E-Mail', 'Globex GmbH;Ada Moreau;ada@globex.example'],
    ['Candidate,Email,Stage', 'Ada Moreau,ada@acme.example,Rejected'],
    ['Mailbox,Email,Delegates', 'Sales,sales@acme.example,Ada Moreau'],
    ['Name,Email,Owner,Purpose', 'backup-bot,backup@acme.example,Ada Moreau,Backup'],
    ['Attended,Name,Email,Join time', 'No,Ada Moreau,ada@acme.example,10:00'],
  ] as const)
    await assert.rejects(
      states(header, row),
      /a list of devices, tickets, courses, customers .*--shape/,
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
    'Name,Email,Grade,Training,Status',
    'Room,Name,Email,Status',
    'Name,Email,Capacity,Building,Department,Status',
    'Name,Email,Registration time,IP address,Status',
    'Name,Email,Owner,Status',
    'Vendor,Name,Email,Status',
    'Mailbox,Name,Email,Status',
    'Name,Email,Customer ID,Status',
    'Name,Email,Contact person,Status',
    'Name,Email,Last login,IP address,Location,Status',
    'Name,Email,Team,Role,Capacity,Building,Status',
    'Company,Name,Designation,Contact,Email,Status',
    'Client ID,Employee ID,Name,Email,Status',
    'Candidate ID,Name,Email,Hire date,Status',
  ]) {
    const values: Readonly<Record<string, string>> = {
      Name: 'Ada Moreau',
      Email: 'ada@acme.example',
      Status: 'Left',
    }
    const row = header.split(',').map((name) => values[name] ?? '12')
    assert.deepEqual(await states(header, row.join(',')), ['Ada Moreau, deactivated'], header)
  }
})

test('logins beside groups are members, and no people without names', async () => {
  const tables = [
    ['Group,SamAccountName', 'Sales,amoreau', 'Ops,lwei'],
    ['SamAccountName,GroupName,GroupDN', 'amoreau,Sales,"CN=Sales,DC=acme,DC=example"'],
    ['Username,Groupname', 'amoreau,Sales', 'lwei,Ops'],
  ]
  for (const lines of tables) {
    const [header = '', ...rows] = lines
    await assert.rejects(states(header, ...rows), /^NoListOfPeople: This lists members of groups/)
  }
  assert.deepEqual(
    await states('SamAccountName,GivenName,Surname,Group', 'amoreau,Ada,Moreau,Sales'),
    ['Ada Moreau, active'],
  )
})

test('a membership with an id of its own makes no two people of one', async () => {
  const rows = ['m1,Ada Moreau,ada@acme.example,Sales', 'm2,Ada Moreau,ada@acme.example,Ops']
  await assert.rejects(
    states('sys_id,name,email,group', ...rows),
    /This lists members of groups: "m2" is in "Sales" and "Ops" of "group"/,
  )
  await assert.rejects(
    states('PrincipalType,PrincipalName,AccountId,PermissionSet', 'USER,ada,1,Admin'),
    /This lists members of a group \(it has "PrincipalType" and "PermissionSet"\)/,
  )
  assert.deepEqual(
    await states(
      'id,name,email,team',
      '1,Ada Moreau,desk@acme.example,A',
      '2,Li Wei,desk@acme.example,B',
    ),
    ['Ada Moreau, active', 'Li Wei, active'],
  )
})

async function objects(...list: readonly object[]): Promise<string[]> {
  const open = () => ({ stream: Readable.from([Buffer.from(JSON.stringify(list))]) })
  const { people } = await interpretExport({ open, most: 100 })
  return people.map(({ fullName }) => fullName)
}

test('objects that say that they are something else than people are refused', async () => {
  for (const type of ['Project', 'TimeOffType', 'absence_period', 'Cost centre'])
    await assert.rejects(
      objects({ type, attributes: { id: 7, name: 'Blue sky' } }),
      /This is no list of people: each object says what it is: .*--shape accounts/,
    )
  for (const type of ['Employee', 'user', 'Team lead'])
    assert.deepEqual(await objects({ type, id: 7, name: 'Ada Moreau' }), ['Ada Moreau'])
})

test('times of people who are only numbers are no people', async () => {
  const entry = { type: 'Times', id: 7, attributes: { employee: 42, date: '2026-01-31', break: 0 } }
  assert.deepEqual(await objects(entry, { ...entry, id: 8 }), [])
})
