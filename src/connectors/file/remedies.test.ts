import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofKind, read } from './read-for-tests.ts'
import { countRefusals, fieldOf, remedyOf } from './remedies.ts'

test('the three most frequent reasons are grouped by what to do, and values at fault do not part them', async () => {
  const rows = ['Seconded', 'Lent', 'Detached'].map(
    (state, at) => `${at},P ${at},p${at}@x.example,${state}`,
  )
  const table = [
    'Employee ID,Name,Email,Status',
    ...rows,
    '7,,,Active',
    '8,,,Active',
    '9,P Q,two@at@signs,Active',
    '10,P Q,p10@x.example,Active,more',
  ]
  const counter = countRefusals()
  for (const { reason, line } of ofKind(await read('file', table.join('\n')), 'bad'))
    counter.add(reason, line)
  const [states, names, ...more] = counter.list(3)
  assert.deepEqual([states?.rows, states?.reasons[0]?.line], [3, 2])
  assert.match(
    states?.remedy.text ?? '',
    /^give each of these states a meaning .*or remove the column/,
  )
  assert.equal(names?.rows, 2)
  assert.match(names?.remedy.text ?? '', /^export a name or an address/)
  assert.equal(more.length, 1)
})

test('the kinds of reasons have no value, however long it is and whatever comes after it', async () => {
  const long = `Ada Moreau ${'of the office '.repeat(9)}`
  const endsInEscape = `${'x'.repeat(77)}\\\\${'y'.repeat(9)}`
  const table = [
    'Employee ID,Name,Email,Status,End Date',
    `1,A B,${long},Li Wei is away,soon`,
    `2,A B,${endsInEscape},Li Wei is away,soon`,
  ].join('\n')
  const counter = countRefusals()
  for (const { reason, line } of ofKind(await read('file', table), 'bad')) counter.add(reason, line)
  const kinds = Object.keys(counter.kinds(20))
  assert.equal(kinds.length, 1)
  assert.doesNotMatch(kinds.join(), /Ada|Li Wei|soon|office|xx|yy/)
})

test('every reason of a table has a remedy of its own', async () => {
  const table =
    'Employee ID,Name,Email,Status,End Date\n1,,,Active,\n2,A B,x,Odd,\n3,C D,,,soon\n"4,E F\n'
  const counter = countRefusals()
  for (const { reason, line } of ofKind(await read('file', table), 'bad')) counter.add(reason, line)
  for (const { remedy } of counter.list(10)) {
    assert.notEqual(remedy.text, 'correct the row in the source')
    // The console shows them too.
    assert.doesNotMatch(remedy.text, /muster |--|account\./)
  }
})

test('a remedy says which part of the mapping can help', async () => {
  assert.equal(
    remedyOf('state has an unknown value at Status: "Odd"').mappingPath,
    'account.state.sources',
  )
  assert.equal(remedyOf('email is not an address: "x"').mappingPath, 'account.email')
  assert.equal(remedyOf('the file ends inside a string').mappingPath, null)
  assert.match(
    remedyOf('the only sign of a state is a mark in the name: "zz_"').text,
    /a column such as Status/,
  )
})

test('a reason says which field of the row is at fault', async () => {
  const table = [
    'Employee ID,Name,Email,Status,End Date',
    '1,,,Active,',
    '2,A B,"x: state is",Odd,',
    '3,C D,c@x.example,Odd,',
    '4,E F,,,soon',
    `5,${'G'.repeat(300)},g@x.example,Active,`,
    '5,H I,h@x.example,Active,',
    '5,J K,j@x.example,Active,',
    '8,L M,l@x.example,Active,,more',
  ]
  const found = ofKind(await read('file', table.join('\n')), 'bad').map(
    ({ line, reason }) => [line, fieldOf(reason)] as const,
  )
  assert.deepEqual(found, [
    [2, null],
    [3, 'email'],
    [4, 'state'],
    [5, 'ended_at'],
    [6, 'full_name'],
    [9, null],
  ])
  assert.equal(fieldOf('the only sign of a state is a mark in the name: "zz_"'), 'state')
  assert.equal(fieldOf('the only sign of a state is a remark in Notes: "Left"'), 'state')
  assert.equal(fieldOf('no vendor_id (looked at Number, Id)'), 'vendor_id')
  assert.equal(fieldOf('member of "role is": role has an unknown value: "x"'), 'role')
})

test('what the shell of MongoDB prints is named as such', async () => {
  const [row] = ofKind(
    await read('file', '{ "_id" : ObjectId("5f7c"), "name" : "Ada Moreau" }\n'),
    'bad',
  )
  assert.match(remedyOf(row?.reason ?? '').text, /mongoexport/)
})
