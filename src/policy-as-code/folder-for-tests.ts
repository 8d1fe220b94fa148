import { filledDatabase, testDatabase, type TestDatabase } from '../../test/harness.ts'
import { filling } from '../../test/kept-databases.ts'
import { storeIntegrations, storePeople } from '../../test/people-fixture.ts'
import { apply, type Files } from '../../test/policy-folder.ts'

/** A database with what {@link fill} stores. */
export async function folderDatabase(clock: () => Date): Promise<TestDatabase> {
  const db = await testDatabase({ clock })
  await fill(db)
  return db
}

const begun = filling(fillAndBegin)

/** {@link folderDatabase} to which {@link begin} was applied. */
export async function begunDatabase(clock: () => Date): Promise<TestDatabase> {
  return (await filledDatabase(begun, { clock })).database
}

async function fillAndBegin(db: TestDatabase): Promise<void> {
  await fill(db)
  await apply(db, begin())
}

/** Three people and a group, whose handle is `platform`. */
export async function fill(db: TestDatabase): Promise<void> {
  await storeIntegrations(db.database)
  await storePeople(db.database, [
    { email: 'ada@acme.example', profile: { department: 'Engineering', userType: 'employee' } },
    {
      email: 'bob@acme.example',
      profile: { department: ' engineering', userType: 'contractor' },
      manager: 'ada@acme.example',
    },
    { email: 'cy@acme.example', profile: { department: 'Sales', userType: 'employee' } },
  ])
  await db.query(`update resource set handle = 'platform' where vendor_id = '12'`)
}

export const settings = `
dimensions:
  - { handle: department, name: Department, integration: idp, profile_key: department, attributes_enabled: true }
  - { handle: team, name: Team, integration: idp, profile_key: level, attributes_enabled: false }
`
export const group = ({ rules = '', rest = '' } = {}) => `
resource: { type: codehost_group, integration: codehost, handle: platform }
state: managed
expires_after_days: 7
rules:
  - key: engineers
    role: developer
    state: active
    priority: 10
    conditions: [{ type: attribute, dimension: department, value: ENGINEERING }]
  - key: on-call
    role: owner
    state: active
    priority: 20
    conditions: [{ type: user, email: Cy@acme.example }]
${rules}${rest}`
export const builders = `
resource: { type: directory_attribute, dimension: team, value: Builders }
state: managed
rules:
  - key: builders
    role: member
    state: active
    conditions: [{ type: attribute, dimension: department, value: Engineering }]
`
export const begin = (): Files => ({
  'settings.yaml': settings,
  'group.yaml': group(),
  'team/builders.yaml': builders,
})
