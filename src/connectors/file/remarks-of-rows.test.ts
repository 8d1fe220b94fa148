import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofKind, read } from './read-for-tests.ts'
import { remedyOf } from './remedies.ts'

async function outcome(column: string, remark: string, more = ''): Promise<string> {
  const text = `Name,Email,${column}\nAda Moreau,ada@acme.example,"${remark}"${more}\n`
  const [row] = await read('file', text)
  return row?.kind === 'account' ? row.state : row?.kind === 'bad' ? row.reason : 'nothing'
}

test('a remark that says that somebody has left is asked about where no column tells', async () => {
  for (const [column, remark] of [
    ['Notes', 'Left the company 03/2022'],
    ['Comments', 'No longer employed, keep mailbox'],
    ['Remarks', 'has left'],
    ['Notes', 'Resigned - last day 31 March'],
    ['Bemerkung', 'ausgeschieden zum 31.03.2022'],
    ['Commentaires', 'A quitté l’entreprise'],
    ['Observaciones', 'Ya no trabaja aquí'],
    ['備考', '退職済み'],
    ['备注', '已离职'],
    ['Примечание', 'уволен с 01.02.2022'],
    ['Comments', 'Left Trust 30/06/2025'],
    ['Notes', 'Left the school in July 2025'],
    ['Notes', 'Mr Wu has left the company.'],
    ['Notes', 'do not contact - left'],
    ['Notes', 'Contract ended 31/12/2025'],
    ['Notes', 'Last day: Nov 30'],
    ['Notes', 'Desk cleared - left 3/2024'],
    ['Notes', 'account disabled'],
    ['Bemerkung', 'arbeitet nicht mehr bei uns'],
    ['Bemerkung', 'Vertrag endet 31.12.2025'],
    ['Commentaire', 'parti en retraite'],
    ['Observaciones', 'fin de contrato 31/12/2025'],
    ['備考', '2025年3月末退職'],
  ] as const)
    assert.equal(
      await outcome(column, remark),
      `the only sign of a state is a remark in ${column}: "${remark}"`,
    )
  assert.match(
    remedyOf('the only sign of a state is a remark in Notes: "Left"').text,
    /^such a remark may say .*a column such as Status \(Active, Left\)/,
  )
})

test('a state counts before a remark', async () => {
  assert.equal(await outcome('Notes,Status', 'Left', ',Left'), 'deactivated')
  assert.equal(
    await outcome('Notes,Status', 'Left in 2020, came back in 2022', ',Active'),
    'active',
  )
  assert.equal(await outcome('Notes,Last Day', 'Left', ',2020-01-31'), 'deactivated')
})

test('remarks of other things, and other columns, say nothing of leaving', async () => {
  for (const [column, remark] of [
    ['Notes', 'Left-handed'],
    ['Notes', 'Left a message for Bo'],
    ['Notes', 'Retired laptop in cupboard'],
    ['Notes', 'Works Mondays; Bo left in 2020'],
    ['Notes', 'Inactive badge'],
    ['Delivery notes', 'Left at the door'],
    ['Notes', 'Retired school teacher'],
    ['Notes', 'Last day of probation 31.3.'],
    ['Notes', 'Account disabled in Zoom'],
    ['Notes', 'Contract ends 31.12.2099'],
    ['Bemerkung', 'Vertrag endet 31.12.2099'],
    ['Bemerkung', 'Austritt aus der Kirche 2020'],
    ['備考', '退職金制度あり'],
    ['Desk', 'Left in the corner'],
    ['Note length', 'Left'],
  ] as const)
    assert.equal(await outcome(column, remark), 'active', `${column}: ${remark}`)
})

test('where people are sorted into a section of leavers, or a cell says nothing else, this is asked about', async () => {
  for (const [column, section] of [
    ['Department', 'Leavers'],
    ['OU', 'OU=Disabled Users,DC=acme,DC=example'],
    ['Org Unit Path', '/Staff/Former employees'],
    ['Category', 'Ex-staff'],
    ['Abteilung', 'Ausgeschiedene'],
    ['Department', 'x-Leavers'],
    ['Tags', 'staff; leaver'],
    ['Change', 'Leaver'],
    ['Affiliation', 'former-employee'],
    ['Job title', 'Former Engineer'],
    ['Rank', 'Prof. (retired)'],
    ['Position', 'Retraite'],
    ['Pracovní poměr', 'ukončen k 31.12.2023'],
    ['Info', 'Terminated 31/12/2023'],
  ] as const)
    assert.equal(
      await outcome(column, section),
      `the only sign of a state is a value in ${column}: "${section}"`,
    )
  assert.equal(await outcome('Department,Status', 'Leavers', ',Active'), 'active')
  for (const [column, section] of [
    ['Department', 'External Relations'],
    ['Team', 'Left Bank'],
    ['Department', 'Retirement Services'],
    ['OU', 'OU=Users,DC=acme,DC=example'],
    ['Leavers handled by', 'Leavers'],
    ['Voicemail', 'Deactivated'],
    ['Fee', 'Retired'],
    ['Marital status', 'Separated'],
    ['Laptop', 'Terminated'],
    ['Prioridad', 'Baja'],
    ['Info', 'Terminated 31/12/2099'],
    ['Skills', 'Terminated cables 2023'],
    ['Job title', 'Offboarding Specialist'],
    ['Job title', 'Formerly Known Artist'],
    ['Job title', 'Former Students Officer'],
    ['Job title', 'Former Prisoner Mentor'],
    ['Position', 'Back (left)'],
    ['Tags', 'left bank, early leaver bus'],
  ] as const)
    assert.equal(await outcome(column, section), 'active', `${column}: ${section}`)
})

test('a cell without a heading may say it too, and any other is no value of the person', async () => {
  assert.equal(
    await outcome('', 'left 2021'),
    'the only sign of a state is a remark in a column without a heading: "left 2021"',
  )
  const [account] = ofKind(await read('file', 'Name,Email,\nA B,a@acme.example,12\n'), 'account')
  assert.deepEqual(Object.keys(account?.profile ?? {}), ['Name', 'Email'])
})
