import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofKind, read } from './read-for-tests.ts'

test('JSON keys match up to case and punctuation, as columns do', async () => {
  const rows = [
    { employee_id: '1', firstName: 'Ada', 'last-name': 'Moreau' },
    { employee_id: '2', firstName: 'Li', 'last-name': 'Wei', EMAIL: 'li@acme.example' },
  ]
  const accounts = ofKind(await read('file', JSON.stringify(rows)), 'account')
  assert.deepEqual(
    accounts.map(({ vendorId, fullName, email }) => [vendorId, fullName, email]),
    [
      ['1', 'Ada Moreau', null],
      ['2', 'Li Wei', 'li@acme.example'],
    ],
  )
})

test('a key that only a later record has is found there', async () => {
  const rows = [
    ...Array.from({ length: 50 }, (_, at) => ({ id: at, full_name: `P ${at}` })),
    { id: 50, full_name: 'P 50', employment_status: 'Terminated' },
  ]
  const accounts = ofKind(
    await read('file', rows.map((row) => JSON.stringify(row)).join('\n')),
    'account',
  )
  assert.deepEqual(
    accounts.filter(({ state }) => state !== 'active').map(({ vendorId }) => vendorId),
    ['50'],
  )
})

test('what wraps a record, and a remark behind a column, do not hide its names', async () => {
  const api = [{ id: 1, attributes: { first_name: 'Ada', email: 'ada@acme.example' } }]
  const report = [
    {
      Employee_ID: '7',
      Name: 'Ada Moreau',
      Worker_s_Manager_group: [{ Manager_ID: '3' }],
    },
  ]
  const table = 'Employee ID (SAP),First Name [Required],Prénom\n7,Ada,x\n'
  const [first] = ofKind(await read('file', JSON.stringify(api)), 'account')
  const [second] = ofKind(await read('file', JSON.stringify(report)), 'account')
  const [third] = ofKind(await read('file', table), 'account')
  assert.deepEqual([first?.firstName, first?.email], ['Ada', 'ada@acme.example'])
  assert.equal(second?.profile['managerId'], '3')
  assert.deepEqual([third?.vendorId, third?.firstName], ['7', 'Ada'])
})

test('prefixes of XML are no part of a key', async () => {
  const rows = [{ 'wd:Employee_ID': '1', 'ns1:Name': 'Ada Moreau', 'wd:Status': 'Terminated' }]
  const [account] = ofKind(await read('file', JSON.stringify(rows)), 'account')
  assert.deepEqual(
    [account?.vendorId, account?.fullName, account?.state],
    ['1', 'Ada Moreau', 'deactivated'],
  )
})

test('a number is also called nr', async () => {
  const accounts = ofKind(await read('file', 'Personeelsnr;Naam\n7;Jan de Vries\n'), 'account')
  assert.deepEqual(
    accounts.map(({ vendorId }) => vendorId),
    ['7'],
  )
})

test('a remark inside the name of a column does not hide it', async () => {
  const table = 'ID,First (& Middle) Name,Last Name\n7,Ada M,Moreau\n'
  const accounts = ofKind(await read('file', table), 'account')
  assert.deepEqual(
    accounts.map(({ fullName }) => fullName),
    ['Ada M Moreau'],
  )
})

test('what is in brackets is no remark where it says that the value is of somebody or something else', async () => {
  const values: readonly [string, string][] = [
    ['Email (Manager)', 'li@acme.example'],
    ['Email [Manager]', 'li@acme.example'],
    ['Email (personal)', 'ada@home.example'],
    ['Email (Emergency contact)', 'li@acme.example'],
    ['End date (probation)', '2024-01-01'],
    ['Status (Visa)', 'Expired'],
    ['Active (gym membership)', 'no'],
  ]
  for (const [column, value] of values) {
    const rows = ofKind(await read('file', `ID,Name,${column}\n7,Ada Moreau,${value}\n`), 'account')
    assert.deepEqual(
      rows.map(({ email, state }) => [email, state]),
      [[null, 'active']],
      column,
    )
  }
  const name = 'ID,Name (Emergency contact),Email\n7,Li Wei,ada@acme.example\n'
  assert.equal(ofKind(await read('file', name), 'account')[0]?.fullName, '')
})

test('a remark in brackets beside a word for the same, or beside a name, is one', async () => {
  const table =
    'ID,First name (as in passport),Last name,Login (email),Manager (Supervisor),Status (Account)\n7,Ada,Moreau,ada@acme.example,Li Wei,Left\n'
  const [account] = ofKind(await read('file', table), 'account')
  assert.deepEqual(
    [account?.fullName, account?.handle, account?.profile['managerName'], account?.state],
    ['Ada Moreau', 'ada@acme.example', 'Li Wei', 'deactivated'],
  )
})
