import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { folderOf, plan } from '../../test/policy-folder.ts'
import { FolderError } from './folder-error.ts'
import { folderDatabase, settings } from './folder-for-tests.ts'
import { folderSchemaText } from './folder-schema.ts'
import { applyFolder } from './run-folder.ts'
import { testActor } from '../../test/people-fixture.ts'

const db = await folderDatabase(() => new Date('2026-03-02T00:00:00Z'))
const begun = await plan(db, { 'settings.yaml': settings })
await applyFolder(db.database, folderOf({ 'settings.yaml': settings }), {
  actor: testActor,
  planId: begun.id,
})
const fitsSchema = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(folderSchemaText()),
)

const group = '{ type: codehost_group, integration: codehost, handle: platform }'
const file = (rule: string, resource = group) =>
  `resource: ${resource}\nstate: managed\nrules:\n  - { key: one, role: member, ${rule} }\n`
const asks = (condition: string) => file(`state: active, conditions: [{ ${condition} }]`)
const profile = 'type: identity, profile_key: department'
const sales = `conditions: [{ ${profile}, operator: equals, value: Sales }]`
const at = '2099-01-01T00:00:00Z'

/** Each file with whether it is valid, independent of the database. */
const files: Record<string, [text: string, isRight: boolean]> = {
  'a value': [asks(`${profile}, operator: equals, value: Sales`), true],
  'a list': [asks(`${profile}, operator: in, value: [Sales, Legal]`), true],
  'no value': [asks(`${profile}, operator: exists`), true],
  'a value or none': [
    file(
      `state: staged, conditions: [{ ${profile}, operator: not_in, value: [Sales], or_absent: true }]`,
    ),
    true,
  ],
  'none of a positive test': [
    asks(`${profile}, operator: equals, value: Sales, or_absent: true`),
    false,
  ],
  'none of no value': [asks(`${profile}, operator: not_exists, or_absent: true`), false],
  'an attribute or none': [
    asks(
      'type: attribute, dimension: department, value: Sales, operator: not_equals, or_absent: true',
    ),
    false,
  ],
  'a text for a list': [asks(`${profile}, operator: in, value: Sales`), false],
  'a list for a text': [asks(`${profile}, operator: equals, value: [Sales]`), false],
  'a value that is missing': [asks(`${profile}, operator: starts_with`), false],
  'a value that is not taken': [asks(`${profile}, operator: exists, value: Sales`), false],
  'no operator': [asks(`${profile}, value: Sales`), false],
  'no profile key': [asks('type: identity, operator: exists'), false],
  'a profile by a dimension': [asks(`${profile}, operator: exists, dimension: department`), false],
  'an attribute': [asks('type: attribute, dimension: department, value: Sales'), true],
  'an attribute without a dimension': [asks('type: attribute, value: Sales'), false],
  'an attribute by an operator of profiles': [
    asks('type: attribute, dimension: department, value: Sales, operator: starts_with'),
    false,
  ],
  'an attribute of a profile key': [
    asks('type: attribute, dimension: department, value: Sales, profile_key: department'),
    false,
  ],
  'a person': [asks('type: user, email: ada@acme.example'), true],
  'a person without a name': [asks('type: user'), false],
  'a person with two names': [
    asks('type: user, email: ada@acme.example, id: drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'),
    false,
  ],
  'a person by a value': [asks('type: all_reports_of, value: ada@acme.example'), false],
  'a draft that asks nothing': [file('state: staged, conditions: []'), true],
  'a rule in force that asks nothing': [file('state: active, conditions: []'), false],
  'a draft with a date': [file(`state: staged, activates_at: ${at}, ${sales}`), true],
  'a rule in force with a date to come': [
    file(`state: active, activates_at: ${at}, ${sales}`),
    false,
  ],
  'a successor without a date': [file(`state: staged, replaces: two, ${sales}`), false],
  'a resource without a name': [
    file(`state: staged, ${sales}`, '{ type: codehost_group, integration: codehost }'),
    false,
  ],
  'a resource by a dimension': [
    file(
      `state: staged, ${sales}`,
      '{ type: codehost_group, dimension: department, value: Sales }',
    ),
    false,
  ],
  'an attribute of an integration': [
    file(
      `state: staged, ${sales}`,
      '{ type: directory_attribute, dimension: department, value: Sales, integration: idp }',
    ),
    false,
  ],
  'a test of a resource without a name': [
    'tests: [{ person: ada@acme.example, resource: { type: codehost_group, integration: codehost } }]',
    false,
  ],
}

async function isRead(text: string): Promise<boolean> {
  try {
    await plan(db, { 'one.yaml': text })
    return true
  } catch (error) {
    if (error instanceof FolderError) return false
    throw error
  }
}

suite('an editor with the schema and the reader of files agree on', () => {
  for (const [name, [text, isRight]] of Object.entries(files)) {
    test(name, async () => {
      assert.equal(fitsSchema(parse(text)), isRight, 'the schema')
      assert.equal(await isRead(text), isRight, 'the reader')
    })
  }
})
