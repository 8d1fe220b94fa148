import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofKind, read } from './read-for-tests.ts'

const table = (heading: string, columns = 'Name,Email,Dept') =>
  `${columns}\nAda Moreau,ada@acme.example,Sales\n${heading}\nCy Ko,cy@acme.example,Sales\n`

async function people(text: string, chunk = 7): Promise<string[]> {
  const records = ofKind(await read('file', text, { chunk }), 'account')
  return records.map(({ fullName, state }) => `${fullName}, ${state}`)
}

test('a table with a heading of leavers or contractors is refused, as nothing else says who they are', async () => {
  for (const heading of [
    '\nLeavers,,',
    'Leavers,,',
    '\nFormer employees',
    'Ausgetreten,,',
    '\nContractors,,',
    '\nLEAVERS (2024):,,',
    '\n--- Ehemalige Mitarbeiter ---,,',
    'Left in 2024,,',
    'Sheet: Former staff',
    'People who have left,,',
    'Inactive users,Inactive users,Inactive users',
    '\n退職者,,',
  ])
    await assert.rejects(people(table(heading)), /^UnreadableExport: Line \d is a heading .*Status/)
  await assert.rejects(people('Name,Email\nLeavers,\nCy Ko,cy@acme.example\n'), /Line 2 is a head/)
  await assert.rejects(
    people('Former staff\n\nName,Email,Dept\nCy Ko,cy@acme.example,Sales\n'),
    /Line 1 is a heading .*"Former staff", and the row in line 4/,
  )
})

test('a heading that says nothing of the people is left out', async () => {
  for (const heading of [
    '\nSales,,',
    '\nActive employees,,',
    '\nExternal Relations,,',
    'Left Bank,,',
    'Sheet: Sales',
    'Have a look,,',
    'Tab 2,,',
  ])
    assert.deepEqual(await people(table(heading)), ['Ada Moreau, active', 'Cy Ko, active'])
})

test('people below a heading whose rows say the same are taken', async () => {
  const text = [
    'Name,Email,Status',
    'Ada Moreau,ada@acme.example,Active',
    '',
    'Leavers,,',
    'Cy Ko,cy@acme.example,Terminated',
    '',
    'Contractors,,',
    'Bo Ng,bo@acme.example,Contractor',
    '',
    'Sales,,',
    'Di Po,di@acme.example,Active',
  ].join('\n')
  for (const chunk of [5, 10_000])
    assert.deepEqual(await people(text, chunk), [
      'Ada Moreau, active',
      'Cy Ko, deactivated',
      'Bo Ng, active',
      'Di Po, active',
    ])
})
