import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofKind, read } from '../../../test/read-export-text.ts'
import { completeMapping } from './complete-mapping.ts'
import { UnreadableExport } from './unreadable-export.ts'

const people = (text: string, chunk: number) =>
  read('file', text, { chunk }).then((records) =>
    ofKind(records, 'account').map(
      ({ line, vendorId, fullName }) => `${line} ${vendorId} ${fullName}`,
    ),
  )

test('a header below the title of a report is found, with every separator', async () => {
  for (const mark of [',', ';', '\t', '|']) {
    const text = [
      'Employees of Acme',
      `Created: 1 March 2026, 08:00${mark}${mark}`,
      '',
      ['Employee ID', 'Name', 'Status'].join(mark),
      ['1', '"Moreau, Ada"', 'Active'].join(mark),
      ['2', '"Wei; Tower | North, Li"', 'Active'].join(mark),
      ['3', '"Two\nlines"', 'Active'].join(mark),
    ].join('\r\n')
    for (const chunk of [5, 10_000])
      assert.deepEqual(await people(text, chunk), [
        '5 1 Ada Moreau',
        '6 2 Li Wei; Tower | North',
        '7 3 Two lines',
      ])
  }
})

test('commas in names do not hide the semicolons between columns', async () => {
  const text = 'Employee ID;Name\n1;Moreau, Ada\n2;Wei, Li\n'
  assert.deepEqual(await people(text, 10_000), ['2 1 Ada Moreau', '3 2 Li Wei'])
})

test('a line of merged cells stands above the header', async () => {
  const text =
    'Person,Person,Person,Work,Work\nID,First name,Last name,E-mail,Status\n1,Ada,Moreau,ada@acme.example,Active\n'
  assert.deepEqual(await people(text, 10_000), ['3 1 Ada Moreau'])
})

test('rows of empty cells are no rows', async () => {
  const text = 'ID,Name,Email,,\n1,Ada Moreau,ada@acme.example,,\n,,,,\n, ,,,\n'
  assert.deepEqual(
    (await read('file', text)).map(({ kind }) => kind),
    ['account'],
  )
})

test('a file without a header is refused, with an example of one', async () => {
  await assert.rejects(
    read('file', '1;Ada;Moreau;ada@acme.example\n2;Li;Wei;li@acme.example\n'),
    (error) =>
      error instanceof UnreadableExport &&
      /first line is a row of a person.*Employee ID;First name;Last name;Email/.test(error.message),
  )
})

test('a list of names with addresses behind them is a file without a header', async () => {
  await assert.rejects(
    read('file', 'Ada Moreau <ada@acme.example>\n"Wei, Li" <li@acme.example>\n'),
    /first line is a row of a person\. Add a header/,
  )
})

const byId = completeMapping({
  account: { vendor_id: ['ID'], email: ['Email'], full_name: ['Name', 'ID'] },
})

test('headings and footers apart from the rows are left out', async () => {
  const text = [
    'ID,Name,Email',
    'Engineering,,',
    'ada,Ada Moreau,ada@acme.example',
    ',,',
    'Sales,,',
    'li,Li Wei,li@acme.example',
    'bo,,',
    '',
    '"All users, by name"',
    '',
    'Copyright 2026 Acme',
    '"Confidential,',
    'internal only"',
    'Printed by Acme',
  ].join('\n')
  const expected = [
    '2 left_out, may be a person',
    '3 account',
    '5 left_out, may be a person',
    '6 account',
    '7 account',
    '9 left_out',
    '11 left_out',
    '12 left_out',
    '14 left_out',
  ]
  for (const chunk of [5, 10_000])
    assert.deepEqual(
      (await read('file', text, { chunk, mapping: byId })).map((record) => {
        const isPossible = record.kind === 'left_out' && record.mayBePerson === true
        return `${record.kind === 'membership' ? '' : record.line} ${record.kind}${isPossible ? ', may be a person' : ''}`
      }),
      expected,
    )
})

test('cells may all be quoted, with every separator', async () => {
  for (const mark of [',', ';', '\t', '|']) {
    const rows = [
      ['id', 'name', 'email'],
      ['1', 'Moreau, Ada', 'ada@acme.example'],
      ['2', 'Wei, Li', 'li@acme.example'],
    ].map((cells) => cells.map((cell) => `"${cell}"`).join(mark))
    assert.deepEqual(
      await people(`${rows.join('\n')}\n`, 9),
      ['2 1 Ada Moreau', '3 2 Li Wei'],
      mark,
    )
  }
})

test('tables side by side are refused, and columns that only share a name are none', async () => {
  for (const header of ['Name,Email,Name,Email', 'Name,Email,,Name,E-mail,,Name,Email'])
    await assert.rejects(
      people(`${header}\nAda Moreau,ada@acme.example,Li Wei,li@acme.example\n`, 9),
      /^UnreadableExport: Tables are side by side: the header has the same columns several times\. .*below/,
    )
  for (const header of [
    'Name,Email,Phone,Phone',
    'ID,Name,Manager,Name',
    'Name,Email,Name,Email,Room',
  ]) {
    const row = header.replaceAll('Email', 'ada@acme.example').replaceAll('Name', 'Ada Moreau')
    const mapping = completeMapping({
      account: { vendor_id: ['Name'], full_name: ['Name'], email: ['Email'] },
    })
    const records = await read('file', `${header}\n${row}\n`, { mapping })
    assert.deepEqual(
      records.map(({ kind }) => kind),
      ['account'],
      header,
    )
  }
})

test('comments above a header are no header, and a header may be a comment', async () => {
  const rows = '1,Ada Moreau,ada@acme.example\n'
  assert.deepEqual(
    await people(`# of 1 March 2026\n# columns: id, name, email\nid,name,email\n${rows}`, 9),
    ['4 1 Ada Moreau'],
  )
  assert.deepEqual(await people(`# of 1 March 2026\n#id,name,email\n${rows}`, 9), [
    '3 1 Ada Moreau',
  ])
})

test('lines of an old Mac end with CR alone', async () => {
  assert.deepEqual(await people('id,name\r1,Ada Moreau\r2,Li Wei\r', 9), [
    '2 1 Ada Moreau',
    '3 2 Li Wei',
  ])
})

test('lines that are quoted as a whole are refused, with what to do', async () => {
  await assert.rejects(
    people('"id,name,email"\n"1,Ada Moreau,ada@acme.example"\n"2,Li Wei,li@acme.example"\n', 9),
    /Each line is one cell.*Remove the quotes at both ends of each line/,
  )
  await assert.doesNotReject(people('email\n"a,b,c"\nada@acme.example\n', 9))
  const titles = 'Staff, temps, interns\nAs of 27 Nov 2026, Berlin, all\n'
  const rows = [
    '1;Ada Moreau;ada@acme.example',
    '2;Li Wei;li@acme.example',
    '3;Bo Li;bo@acme.example',
  ]
  assert.equal((await people(`${titles}id;name;email\n${rows.join('\n')}\n`, 9)).length, 3)
})
