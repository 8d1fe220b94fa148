import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { interpretExport } from './interpret-export.ts'

async function read(text: string, name = 'a.csv'): Promise<string[]> {
  const open = () => ({ stream: Readable.from([Buffer.from(text)]), name })
  const { people, refusals } = await interpretExport({ open, most: 100 })
  return [
    ...people.map(({ fullName, state }) => `${fullName}, ${state}`),
    ...refusals.flatMap(({ reasons }) => reasons.map(({ reason }) => `refused: ${reason}`)),
  ]
}

const both = ['Ada Moreau, active', 'Bo Li, active']

test('columns with a word of leaving that is about something else say nothing of it', async () => {
  for (const [column, value] of [
    ['Depart.', 'Sales'],
    ['Fire exit warden', 'Yes'],
    ['Termination notice', '3 months'],
    ['Separation of duties', 'Level 2'],
    ['Sortie scolaire', 'oui'],
    ['退職金', '対象'],
    ['Access expires', 'Yes'],
    ['Photo consent', 'Given'],
    ['Working days', 'Mo-Fr'],
    ['Act as deputy', 'Y'],
    ['Block', 'B'],
    ['Term', '1'],
    ['To', '2020-12-31'],
    ['Lock code', '1234'],
    ['Fee', 'Retired'],
    ['Capacity', '80'],
    ['Status of visa', 'Expired'],
    ['Still owes deposit', 'yes'],
    ['Gym membership until', '2020-12-31'],
    ['Geburtsdatum', '31. 12. 1990'],
    ['Owner', 'yes'],
    ['Lead', 'yes'],
    ['Mailbox', 'none'],
    ['IP address', '10.0.0.1'],
    ['Skills', 'Terminated cables 2023'],
    ['Konfession', 'ausgetreten'],
    ['Union', 'Resigned'],
    ['Betriebsrat', 'ausgeschieden'],
    ['Maiden name', 'Leaver'],
    ['Previous employer', 'Resigned'],
    ['Lease', 'Terminated'],
    ['Ticket', 'Terminated'],
    ['Occupation', 'Retired'],
    ['Education', 'Graduated'],
    ['学歴', '卒業'],
    ['学历', '毕业'],
    ['Registration', 'Lapsed'],
    ['Pôle', 'Retraite'],
    ['Área', 'Jubilación'],
    ['Double authentification', 'Désactivée'],
    ['Autenticazione a due fattori', 'Disattivata'],
    ['Messagerie vocale', 'désactivée'],
    ['Statut contrat', 'CDI'],
    ['Vertragsstatus', 'unbefristet'],
  ] as const)
    assert.deepEqual(
      await read(
        `Name,Email,${column}\nAda Moreau,ada@acme.example,${value}\nBo Li,bo@acme.example,\n`,
      ),
      both,
      column,
    )
})

test('remarks that begin like one of leaving, and go on otherwise, are none', async () => {
  for (const remark of [
    'No longer works Fridays',
    'No longer in company car scheme',
    'Former employee of Globex; hired 2022',
    'Ne fait plus partie du comité',
    'Left at reception',
    'Inactive on LinkedIn',
    '退社時間は16時',
    'Contract ended with Globex',
    'Account disabled in Zoom',
    'Contract ends 31.12.2099',
    'Last day of probation 31.3.',
    'Retired school teacher',
    'Compte bloqué à la banque',
    'Austritt aus der Kirche 2020',
    'Se fue a París en coche',
    'Left school in 2010',
    'Speaks French. Left university 2019',
    'Left hospital on 3 May',
    'Desk 3 - left',
    'Successor of Li - retired 2020',
    'Old account a2; inactive',
    'Vertragsende: unbefristet',
  ])
    assert.deepEqual(
      await read(
        `Name,Email,Notes\nAda Moreau,ada@acme.example,${remark}\nBo Li,bo@acme.example,\n`,
      ),
      both,
      remark,
    )
})

test('teams whose names list joiners and leavers are teams', async () => {
  for (const team of ['Joiners/Movers/Leavers', 'Altas/Bajas', 'Ein-/Austritte'])
    assert.deepEqual(
      await read(
        `Name,Email,Team\nAda Moreau,ada@acme.example,${team}\nBo Li,bo@acme.example,Ops\n`,
      ),
      both,
      team,
    )
})

test('who left a group that is called the company has left', async () => {
  assert.deepEqual(
    await read(
      'Name,Email,Date left group\nAda Moreau,ada@acme.example,\nBo Li,bo@acme.example,2021-12-31\n',
    ),
    ['Ada Moreau, active', 'Bo Li, deactivated'],
  )
})

test('people who were hired again with another number are no members of groups', async () => {
  const rows = [
    'Employee ID,Name,Email,Team,Status',
    '1,Ada Moreau,ada@acme.example,Sales,Terminated',
    '2,Ada Moreau,ada@acme.example,Ops,Active',
  ]
  assert.deepEqual(await read(`${rows.join('\n')}\n`), [
    'Ada Moreau, deactivated',
    'Ada Moreau, active',
  ])
})

test('a table below merged headings, or below lines about it, is read', async () => {
  assert.deepEqual(
    await read(
      'Employee,,Manager,\nName,Email,Name,Email\nAda Moreau,ada@acme.example,Bo Li,bo@acme.example\n',
    ),
    ['Ada Moreau, active'],
  )
  assert.deepEqual(
    await read(
      'Company: Acme\nCreated: 2024-01-01\n  Page: 1\nName,Email\nAda Moreau,ada@acme.example\n',
    ),
    ['Ada Moreau, active'],
  )
})

test('one person in parts is one person', async () => {
  const employee = {
    personal: { firstName: 'Ada', lastName: 'Moreau' },
    work: { email: 'ada@acme.example' },
  }
  assert.deepEqual(await read(JSON.stringify({ employee }), 'a.json'), ['Ada Moreau, active'])
})
