import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofKind, read } from '../../../test/read-export-text.ts'
import { completeMapping } from './complete-mapping.ts'
import { countRefusals, fieldOf, remedyOf } from './remedies.ts'

const table = completeMapping({
  account: {
    vendor_id: ['Employee ID'],
    full_name: ['Name'],
    email: ['Email'],
    state: {
      sources: [{ path: 'Status', values: { active: 'active' } }],
      ended_at: ['End Date'],
    },
  },
})

async function reasonsIn(lines: readonly string[]) {
  const text = ['Employee ID,Name,Email,Status,End Date', ...lines].join('\n')
  return ofKind(await read('file', text, { mapping: table }), 'bad')
}

test('the three most frequent reasons are grouped by what to do, and values at fault do not part them', async () => {
  const rows = ['x', 'y@', '@z'].map((email, at) => `${at},P ${at},${email},Active,`)
  const counter = countRefusals()
  for (const { reason, line } of await reasonsIn([
    ...rows,
    '7,,,Active,',
    '8,,,Active,',
    '10,P Q,p10@x.example,Active,,more',
  ]))
    counter.add(reason, line)
  const [addresses, names, ...more] = counter.list(3)
  assert.deepEqual([addresses?.rows, addresses?.reasons[0]?.line], [3, 2])
  assert.match(addresses?.remedy.text ?? '', /^correct the address in the source/)
  assert.equal(names?.rows, 2)
  assert.match(names?.remedy.text ?? '', /^export a name or an address/)
  assert.equal(more.length, 1)
})

test('the kinds of reasons have no value, however long it is and whatever comes after it', async () => {
  const long = `Ada Moreau ${'of the office '.repeat(9)}`
  const endsInEscape = `${'x'.repeat(77)}\\\\${'y'.repeat(9)}`
  const counter = countRefusals()
  for (const { reason, line } of await reasonsIn([
    `1,A B,${long},,soon`,
    `2,A B,${endsInEscape},,soon`,
  ]))
    counter.add(reason, line)
  const kinds = Object.keys(counter.kinds(20))
  assert.equal(kinds.length, 1)
  assert.doesNotMatch(kinds.join(), /Ada|Li Wei|soon|office|xx|yy/)
})

test('every reason of a table has a remedy of its own', async () => {
  const counter = countRefusals()
  for (const { reason, line } of await reasonsIn([
    '1,,,Active,',
    '2,A B,x,,',
    '3,C D,,,soon',
    '"4,E F',
  ]))
    counter.add(reason, line)
  for (const { remedy } of counter.list(10)) {
    assert.notEqual(remedy.text, 'correct the row in the source')
    // The console shows them too.
    assert.doesNotMatch(remedy.text, /muster |--|account\./)
  }
})

test('a remedy says which part of the mapping can help', () => {
  assert.equal(remedyOf('email is not an address: "x"').mappingPath, 'account.email')
  assert.equal(remedyOf('the file ends inside a string').mappingPath, null)
})

test('a reason says which field of the row is at fault', async () => {
  const rows = await reasonsIn([
    '1,,,Active,',
    '2,A B,"x: state is",,',
    '4,E F,,,soon',
    `5,${'G'.repeat(300)},g@x.example,Active,`,
    '8,L M,l@x.example,Active,,more',
  ])
  const found = rows.map(({ line, reason }) => [line, fieldOf(reason)] as const)
  assert.deepEqual(found, [
    [2, null],
    [3, 'email'],
    [4, 'ended_at'],
    [5, 'full_name'],
    [6, null],
  ])
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
