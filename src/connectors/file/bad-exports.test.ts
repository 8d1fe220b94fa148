import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oktaUser, ofKind, read } from '../../../test/read-export-text.ts'
import { completeMapping } from './complete-mapping.ts'
import { ldifMapping } from '../ldap/ldif-mapping.ts'
import { UnreadableExport } from './unreadable-export.ts'

const table = completeMapping({
  account: {
    vendor_id: ['Employee ID'],
    full_name: ['Name'],
    state: { sources: [{ path: 'Status', values: { active: 'active' } }] },
  },
})

test('a broken CSV row costs itself, and physical lines are counted through quoted line breaks', async () => {
  const text = [
    'Employee ID,Name,Status',
    '1,"Two',
    'lines",Active',
    '2,"open,Active',
    '',
    '3,Good,Active',
    '4,"in"side,Active',
    '5,Good,Active,extra',
    '6,Good',
    '7,Good,Resting',
    '1,Twice,Active',
    ',Nobody,Active',
    '8,"Good, too",Active',
  ].join('\n')
  for (const chunk of [1, 13, 10_000]) {
    const records = await read('file', text, { chunk, mapping: table })
    assert.deepEqual(
      ofKind(records, 'account').map(({ line, vendorId }) => [line, vendorId]),
      [
        [2, '1'],
        [6, '3'],
        [10, '7'],
        [11, '1'],
        [13, '8'],
      ],
    )
    const bad = ofKind(records, 'bad')
    assert.deepEqual(
      bad.map(({ line }) => line),
      [4, 7, 8, 9, 12],
    )
    const resting = ofKind(records, 'account').find(({ vendorId }) => vendorId === '7')
    assert.deepEqual(resting?.unknownStates, [{ path: 'Status', value: 'Resting' }])
    assert.match(bad[4]?.reason ?? '', /no vendor_id/)
  }
})

test('bad JSON lines carry their line and reason and the good ones go on', async () => {
  const rows = [
    JSON.stringify(oktaUser),
    '{"id": "00u2", ',
    '',
    '[]',
    JSON.stringify({ ...oktaUser, id: '' }),
    JSON.stringify({ ...oktaUser, id: 'x'.repeat(201) }),
    JSON.stringify({ ...oktaUser, id: '3', status: 'HAPPY', profile: { email: 'two@at@signs' } }),
    JSON.stringify({ ...oktaUser, id: { a: 1 } }),
    JSON.stringify({ ...oktaUser, id: '9' }),
  ]
  const records = await read('idp', rows.join('\r\n'), { name: 'users.jsonl' })
  assert.deepEqual(
    ofKind(records, 'account').map(({ line }) => line),
    [1, 9],
  )
  assert.deepEqual(
    ofKind(records, 'bad').map(({ line, reason }) => `${line}: ${reason.slice(0, 75)}`),
    [
      '2: not JSON: 15 characters',
      '4: not an object: a list of 0',
      '5: no vendor_id (looked at id)',
      '6: vendor_id is longer than 200 characters: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      '7: email is not an address: "two@at@signs"',
      '8: vendor_id is not text: an object; no vendor_id (looked at id)',
    ],
  )
})

test('a broken element of a JSON list is left out alone; a list that is cut short is reported', async () => {
  const records = await read(
    'idp',
    `[${JSON.stringify(oktaUser)}, {"id":}, 7, ${JSON.stringify({ ...oktaUser, id: 'b' })}, {"id":`,
  )
  assert.deepEqual(
    records.map(({ kind, line }) => [kind, line]),
    [
      ['account', 1],
      ['bad', 2],
      ['bad', 3],
      ['account', 4],
      ['bad', 5],
    ],
  )
  assert.match(ofKind(records, 'bad')[2]?.reason ?? '', /the file ends inside/)
})

test('control characters, NUL, lone surrogates and bidi overrides are replaced and noted', async () => {
  const text = `{"id":"1","status":"ACTIVE","profile":{"firstName":"A\\u0000\\u202eb","lastName":"\\ud800","note":"l1\\nl2\\u0007","k\\u0000":1}}`
  const [account] = ofKind(await read('idp', text), 'account')
  assert.deepEqual([account?.firstName, account?.lastName], ['A\ufffd\ufffdb', '\ufffd'])
  assert.equal(account?.profile['note'], 'l1\nl2\ufffd')
  assert.ok(Object.hasOwn(account?.profile ?? {}, 'k\ufffd'))
  assert.equal(account?.notes.length, 3)
})

test('__proto__ in a record pollutes nothing and secrets stay out of the profile', async () => {
  const text =
    '{"id":"1","status":"ACTIVE","profile":{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"password":"hunter2","email":"a@acme.example"}}'
  const [account] = ofKind(await read('idp', text), 'account')
  assert.equal(Reflect.get({}, 'isAdmin'), undefined)
  assert.equal(Object.getPrototypeOf(account?.profile), Object.prototype)
  assert.deepEqual(Object.keys(account?.profile ?? {}), ['__proto__', 'constructor', 'email'])
  const table = await read('file', 'Employee ID,Name,__proto__\n1,Ada,x\n')
  assert.deepEqual(ofKind(table, 'account')[0]?.profile, {
    'Employee ID': '1',
    Name: 'Ada',
    employeeNumber: '1',
    ['__proto__']: 'x',
  })
})

for (const [title, text] of [
  [
    'columns',
    'Employee ID,Name,PASSWORD,Pass word,Initial Password,passwd,API token,Mot de passe,Hasło,Password [Required],Password last set\n1,Ada,s1,s2,s3,s4,s5,s6,s7,s8,monday\n',
  ],
  [
    'LDIF',
    'dn: uid=ada,dc=acme\nobjectClass: inetOrgPerson\nuid: ada\ncn: Ada\nsn: Byron\nuserpassword:: e1NTSEF9czE=\nsupplementalCredentials: s2\nmsLAPS-EncryptedPassword: s3\nsambaPasswordHistory: s4\nauthPassword: s5\n',
  ],
  [
    'nested keys',
    '[{"id":"1","displayName":"Ada","mail":"a@acme.example","account":{"password_hash":"s1","kind":"main"}}]',
  ],
] as const)
  test(`a password stays out of the profile however it is spelt, among ${title}`, async () => {
    const options = title === 'LDIF' ? { mapping: ldifMapping } : {}
    const [account] = ofKind(await read('file', text, options), 'account')
    const stored = JSON.stringify(account?.profile)
    assert.doesNotMatch(stored, /s\d|SSHA/)
    if (title === 'columns') assert.match(stored, /monday/)
    if (title === 'nested keys') assert.match(stored, /main/)
  })

test('a profile that is too deep or too large is refused with the measure', async () => {
  const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) })
  const users = [deep(7), deep(8), { blob: 'é'.repeat(33_000) }].map((profile, id) => ({
    id,
    status: 'ACTIVE',
    displayName: 'Ada',
    profile,
  }))
  const records = await read('idp', JSON.stringify(users), { chunk: 4096 })
  assert.deepEqual(
    records.map(({ kind }) => kind),
    ['account', 'bad', 'bad'],
  )
  assert.match(ofKind(records, 'bad')[0]?.reason ?? '', /nested deeper than 8/)
  assert.match(ofKind(records, 'bad')[1]?.reason ?? '', /profile is 66011 bytes, over 65536/)
  const endless = `[${'['.repeat(100_000)}${']'.repeat(100_000)}]`
  assert.equal((await read('idp', endless, { chunk: 4096 }))[0]?.kind, 'bad')
})

test('a file that is not for this mapping says what it has instead', async () => {
  const [row] = await read('file', 'colour,shape\nred,round\n', { mapping: table })
  assert.equal(
    row?.kind === 'bad' && row.reason,
    'not an account, group or member by this mapping, which names none of its 2 columns',
  )
  assert.deepEqual(await read('file', ''), [])
})

test('an Excel workbook is refused with advice', async () => {
  await assert.rejects(read('file', 'PK\u0003\u0004rest', { name: 'people.csv' }), UnreadableExport)
})

test('a header is one also where the cells of its rows have separators without quotes', async () => {
  const rows = ['Ada,Moreau,Head of office,ada@acme.example,OU=Office,DC=acme,DC=example']
  const table = ['First Name,Last Name,Job Title,Email Address,Unit', ...rows].join('\n')
  assert.deepEqual(
    (await read('file', table)).map((record) => record.kind === 'bad' && record.reason),
    ['7 cells where the header has 5'],
  )
})

test('a value that a Spanish spreadsheet could not compute is no name', async () => {
  const [bad] = await read('file', 'ID;Nombre;Apellidos\n1;Ada;#¡VALOR!\n')
  assert.match(bad?.kind === 'bad' ? bad.reason : '', /a formula that failed in the spreadsheet/)
})

test('a record with more keys than a spreadsheet has columns is refused, and so is a profile of too many values', async () => {
  const wide = Object.fromEntries(Array.from({ length: 17_000 }, (_, at) => [`k${at}`, 1]))
  const long = { id: '2', email: 'a@acme.example', profile: { list: Array(40_000).fill(0) } }
  const text = [{ id: '1', ...wide }, long, { id: '3', email: 'b@acme.example', list: [1] }]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')
  const records = await read('file', text, { name: 'a.jsonl', chunk: 64 * 1024 })
  assert.deepEqual(
    records.map((record) => (record.kind === 'bad' ? record.reason : record.kind)),
    ['the record has more than 16384 keys', 'profile has more than 32768 values', 'account'],
  )
})
