import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofKind, read } from '../../../test/read-export-text.ts'

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
  const table = 'Employee ID [SAP],First Name [Required],Prénom\n7,Ada,x\n'
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
