import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { interpretExport } from '../probe/interpret-export.ts'
import { Mapping } from '../file/mapping.ts'
import { InvalidMapping } from './connect-vendor.ts'
import { readMappingFile, writeMappingFile } from './mapping-file.ts'

const table = 'KNR,BEZ1,BEZ2,KONTAKT,Status\n1,Ada,Moreau,ada@acme.example,Seconded\n'

const interpret = (mapping?: Mapping, text = table) =>
  interpretExport({
    open: () => ({ stream: Readable.from([Buffer.from(text)]), name: 'people.csv' }),
    mapping,
    most: 100,
  })

test('the mapping of a file with unknown columns is written, edited and read back', async () => {
  const read = await interpret()
  assert.equal(read.counts.accounts, 0)
  assert.deepEqual(read.addressColumns, ['KONTAKT'])
  const text = writeMappingFile(read)
  assert.match(text, /^# Columns that only become keys of the profile: KNR, BEZ1, BEZ2, KONTAKT/m)
  assert.match(text, /^# The values of KONTAKT look like addresses: email: \[KONTAKT\]/m)
  const edited = text
    .replace('vendor_id: []', 'vendor_id: [KNR]')
    .replace('email: []', 'email: [KONTAKT]')
    .replace('first_name: []', 'first_name: [BEZ1]')
    .replace('last_name: []', 'last_name: [BEZ2]')
    .replace('active: active', 'seconded: active\n            active: active')
  const settings = readMappingFile(edited, 'people.mapping.yaml')
  assert.deepEqual([settings.vendor, settings.type], ['file', 'file'])
  assert.equal(settings.keys?.managerProfileKey, 'managerId')
  assert.ok(Value.Check(Mapping, settings.mapping))
  const { people, counts } = await interpret(settings.mapping)
  assert.deepEqual(
    [counts.refused, people[0]?.vendorId, people[0]?.fullName, people[0]?.email, people[0]?.state],
    [0, '1', 'Ada Moreau', 'ada@acme.example', 'active'],
  )
})

test('a mapping names only columns of the file, and its words stand where they can be edited', async () => {
  const columns = 'ID,Name,Email,Status,Employment Status,Is Active,Type'
  const row = '1,Ada,ada@acme.example,Active,Active,yes,Member'
  const read = await interpretExport({
    open: () => ({ stream: Readable.from([Buffer.from(`${columns}\n${row}\n`)]), name: 'a.csv' }),
    most: 100,
  })
  const paths = [...JSON.stringify(read.mapping).matchAll(/"path":"([^"]*)"/g)].map(
    ([, path = '']) => path,
  )
  assert.deepEqual(new Set(paths).difference(new Set(columns.split(','))), new Set())
  const { words = {}, sources } = read.mapping.account.state
  assert.deepEqual(Object.keys(words), ['statuses'])
  assert.deepEqual(
    sources.map(({ path, values }) => [path, typeof values]),
    [
      ['Status', 'string'],
      ['Employment Status', 'string'],
      ['Is Active', 'object'],
    ],
  )
  assert.deepEqual(readMappingFile(writeMappingFile(read), 'a.yaml').mapping, read.mapping)
})

test('an unknown state is named with the table that its meaning belongs to', async () => {
  const text = 'ID,Name,Status,Employment Status\n1,Ada,Seconded,Active\n'
  const read = await interpretExport({
    open: () => ({ stream: Readable.from([Buffer.from(text)]), name: 'a.csv' }),
    most: 100,
  })
  assert.match(
    writeMappingFile(read),
    /^# Unknown state at Status, in 1 row: add it under account.state.words.statuses, for example seconded: active$/m,
  )
})

test('a mapping alone is a mapping file too, in JSON or YAML; a fault is named with its place', async () => {
  const { mapping } = await interpret()
  assert.deepEqual(
    readMappingFile(JSON.stringify(mapping), 'x').mapping,
    JSON.parse(JSON.stringify(mapping)),
  )
  assert.throws(
    () => readMappingFile('vendor: castle\ntype: file\nkeys: {}\nmapping: {}\n', 'x'),
    (error) => error instanceof InvalidMapping && error.message.includes('/vendor'),
  )
  assert.throws(() => readMappingFile('account: [\n', 'x'), InvalidMapping)
})

/** The key of badge numbers that is suggested for three people with the values `B1`, `B3` and `second` in a column. */
async function keyOf(column: string, second: string) {
  const text = `id,email,${column}\n1,a@x.example,B1\n2,b@x.example,${second}\n3,c@x.example,B3\n`
  const file = writeMappingFile(await interpret(undefined, text))
  return /badge_id_profile_key: (.*)/.exec(file)?.[1]
}

test('the key of badge numbers is the column as the file has it, and no column that people share', async () => {
  assert.equal(await keyOf('badge', 'B2'), 'badge')
  assert.equal(await keyOf('BADGE_NO', 'B2'), 'BADGE_NO')
  assert.equal(await keyOf('Badge', 'B1'), 'Badge ID')
  assert.equal(await keyOf('shirt', 'B2'), 'Badge ID')
})
