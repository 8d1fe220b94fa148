import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { interpretExport } from '../probe/interpret-export.ts'
import { Mapping } from '../file/mapping.ts'
import { isOpen, type Answers } from '../probe/question.ts'
import { InvalidMapping } from './connect-vendor.ts'
import { readMappingFile, writeMappingFile } from './mapping-file.ts'

const table =
  'KNR,BEZ1,BEZ2,KONTAKT,Status\n1,Ada,Moreau,ada@acme.example,Seconded\n2,Li,Wei,li@acme.example,Active\n3,Bo,Ray,bo@acme.example,Left\n'

const interpret = (mapping?: Mapping, text = table, answers?: Answers) =>
  interpretExport({
    source: { stream: Readable.from([Buffer.from(text)]), name: 'people.csv' },
    mapping,
    answers,
    most: 100,
  })

test('answers become a short mapping, which is read back as it was shown', async () => {
  const answers = { rows: 'people', name: 'BEZ2', 'means: Status = Seconded': 'active' }
  const read = await interpret(undefined, table, answers)
  assert.deepEqual(read.questions.filter(isOpen), [])
  const text = writeMappingFile(read)
  assert.equal(
    text,
    `# Read as a table of people. Edit this file and pass it with --mapping.
# A list of columns means the first that has a value. States are active, suspended or deactivated.
# Is each row one person? people (answered)
# Which column tells people apart, and stays the same when a name or an address changes? KNR (proposed)
# Which column has the e-mail address at work? KONTAKT (proposed)
# Which column has the names of people? BEZ2 (answered)
# Columns that only become keys of the profile: BEZ1
vendor: file
type: file
keys:
  employee_id_profile_key: employeeNumber
  manager_profile_key: managerId
  manager_profile_holds: vendor_id
  policy_keys: []
mapping:
  account:
    vendor_id: [KNR]
    email: [KONTAKT]
    full_name: [BEZ2]
    state:
      sources:
        - path: Status
          values: {seconded: active, active: active, left: deactivated}
      new_values: [staged]
`,
  )
  const settings = readMappingFile(text, 'people.mapping.yaml')
  assert.deepEqual([settings.vendor, settings.type], ['file', 'file'])
  assert.equal(settings.keys?.managerProfileKey, 'managerId')
  assert.ok(Value.Check(Mapping, settings.mapping))
  const { people, counts } = await interpret(settings.mapping)
  assert.deepEqual(
    [counts.refused, ...people.map(({ vendorId, fullName, state }) => [vendorId, fullName, state])],
    [0, ['1', 'Moreau', 'active'], ['3', 'Ray', 'deactivated'], ['2', 'Wei', 'active']],
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

const keyOf = async (column: string) => {
  const text = `id,email,${column}\n1,a@x.example,B1\n2,b@x.example,B2\n3,c@x.example,B3\n`
  const file = writeMappingFile(await interpret(undefined, text))
  return /badge_id_profile_key: (.*)/.exec(file)?.[1]
}

test('the key of badge numbers is the column as the file has it', async () => {
  assert.equal(await keyOf('badge'), 'badge')
  assert.equal(await keyOf('BADGE_NO'), 'BADGE_NO')
  assert.equal(await keyOf('shirt'), undefined)
})
