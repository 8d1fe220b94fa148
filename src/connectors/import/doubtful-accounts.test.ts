import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gitlab, importWorlds, okta } from '../../../test/import-world.ts'
import { exportDefaults } from '../vendors.ts'

const importWorld = await importWorlds()

type Row = { email?: string; number?: string; status?: string; profile?: object }

/** An account of the primary with a name, an address (its own unless given) and, under the key `number`, a number. */
function named(id: string, name: string, { number, profile, ...more }: Row = {}) {
  const [firstName = '', ...rest] = name.split(' ')
  const names = { firstName, lastName: rest.join(' ') }
  return okta(id, { ...more, profile: { ...names, ...(number && { number }), ...profile } })
}

function google(id: string, name: string, email: string, number?: string) {
  const [givenName = '', ...rest] = name.split(' ')
  const externalIds = number === undefined ? [] : [{ type: 'organization', value: number }]
  const names = { givenName, familyName: rest.join(' ') }
  return { id, primaryEmail: email, name: names, suspended: false, externalIds }
}

/** `is`: what a test asks of an account: its person, what linked it, and its candidates. */
async function world() {
  const { query, load } = await importWorld()
  await query(`update integration set employee_id_profile_key = 'number' where handle = 'okta'`)
  const is = async (vendorId: string) => {
    const [row] = await query<{ person: string | null; by: string | null; waits: string[] }>(
      `select i.directory_user_id as person, i.linked_by as by, array(
         select u.full_name || ': ' || array_to_string(c.agrees, ',') || '/' || array_to_string(c.contradicts, ',')
         from identity_candidate c join directory_user u on u.id = c.directory_user_id
         where c.identity_id = i.id order by 1) as waits
       from identity i where i.vendor_id = $1`,
      [vendorId],
    )
    assert.ok(row, vendorId)
    return row
  }
  const people = () =>
    query<{ full_name: string; state: string; review_reason: string | null }>(
      'select full_name, state, review_reason from directory_user order by full_name, state',
    )
  return { query, load, is, people }
}

type World = Awaited<ReturnType<typeof world>>
const complete = { isComplete: true }

/** The account waits after a run, and after the same run again, which changes nothing. */
async function assertWaits(
  { load, is, people }: World,
  id: string,
  { rows, isComplete = false }: { rows: object[]; isComplete?: boolean },
) {
  const waits: string[][] = []
  const count = (await people()).length
  for (let n = 0; n < 2; n += 1) {
    await load('okta', rows, { isComplete })
    const account = await is(id)
    assert.equal(account.person, null)
    waits.push(account.waits)
    assert.notEqual(account.waits.length, 0)
    assert.equal((await people()).length, count)
  }
  assert.deepEqual(waits[0], waits[1])
  return waits[0]
}

test('a login or an address in place of a name is no evidence', async () => {
  for (const [name, profile] of [
    ['desk', {}],
    ['desk@example.com', {}],
    ['DESK desk', {}],
    ['', { displayName: 'desk@example.com' }],
    ['service.desk', { login: 'service.desk' }],
  ] as const) {
    const { load, is, people } = await world()
    const row = (id: string, status = 'ACTIVE') =>
      named(id, name, { email: 'desk@example.com', status, profile: { login: 'desk', ...profile } })
    await load('okta', [row('1')])
    await load('okta', [row('1', 'DEPROVISIONED')])
    await load('okta', [row('2')])
    assert.equal((await is('2')).by, 'created', name)
    assert.deepEqual(
      new Set((await people()).map(({ review_reason: reason }) => reason)),
      new Set([null, 'recycled_address']),
      name,
    )
  }
})

test('a name in words is evidence, also where the address is made of them', async () => {
  for (const name of ['Ada Moreau', 'Moreau-Lund Ada', '李 伟']) {
    const { load, is, people } = await world()
    const row = (id: string) =>
      named(id, name, { email: 'ada.moreau@example.com', profile: { login: 'ada.moreau' } })
    await load('okta', [row('1')])
    await load('okta', [row('2')], complete)
    assert.equal((await is('2')).by, 'replaced', name)
    assert.equal((await people()).length, 1)
  }
})

const nameless = (id: string) =>
  okta(id, { email: 'desk@example.com', profile: { login: 'desk', firstName: '', lastName: '' } })

test('a file without names does not replace an account by one with the same address', async () => {
  const { load, is, people } = await world()
  await load('okta', [nameless('1'), okta('bob')])
  await load('okta', [nameless('9'), okta('bob')], complete)
  assert.equal((await is('9')).by, 'created')
  assert.equal((await people()).length, 3)
})

const con = { email: 'con@example.com' }
const contractor = (status = 'ACTIVE') => named('C30', 'Con Tractor', { ...con, status })
const employee = named('E930', 'Con J Tractor', con)

test('an account that waits goes on waiting once its candidate has left, until an administrator decides', async () => {
  for (const isTogether of [false, true]) {
    const made = await world()
    const { load, is, people, query } = made
    await load('okta', [contractor()])
    if (!isTogether) await load('okta', [contractor(), employee])
    const rows = [contractor('DEPROVISIONED'), employee]
    for (const order of [rows, rows.toReversed(), [employee]])
      assert.deepEqual(await assertWaits(made, 'E930', { rows: order }), [
        'Con Tractor: address/name',
      ])
    await assertWaits(made, 'E930', { rows: [employee], isComplete: true })
    await query(`update identity set decided_as = 'new_person' where vendor_id = 'E930'`)
    await load('okta', rows)
    assert.equal((await is('E930')).by, 'created')
    assert.equal((await people()).length, 2)
  }
})

test('an account waits for the person who disappears from the complete list in which it appears', async () => {
  const made = await world()
  await made.load('okta', [contractor(), okta('bob')])
  const rows = [employee, okta('bob')]
  await assertWaits(made, 'E930', { rows, isComplete: true })
})

test('an account that waits is compared again where what agreed changes in it', async () => {
  const { load, is, people } = await world()
  await load('okta', [contractor()])
  await load('okta', [employee])
  await load('okta', [named('E930', 'Con J Tractor', { email: 'j@example.com' })])
  assert.equal((await is('E930')).by, 'created')
  assert.equal((await people()).length, 2)
})

test('an account that appears waits for a person whose address or number changes in the same run', async () => {
  const made = await world()
  const before = { email: 'ada@example.com', number: 'N-51' }
  for (const [id, appears] of [
    ['11', named('11', 'Ben Moreau', { email: 'ada@example.com' })],
    ['12', named('12', 'Ada Moreau', { email: 'other@example.com', number: 'N-51' })],
    ['13', named('13', 'Ada Moreau', { email: 'ada@example.com' })],
  ] as const) {
    const { load, query } = made
    await query('truncate directory_user, identity cascade')
    await load('okta', [named('10', 'Ada Moreau', before)])
    const moved = named('10', 'Ada King', { email: 'ada.king@example.com', number: 'N-53' })
    for (const rows of [
      [moved, appears],
      [appears, moved],
    ])
      await assertWaits(made, id, { rows })
  }
})

test('an account that appears where somebody moves away with another name is a new person', async () => {
  const { load, is, people } = await world()
  await load('okta', [named('10', 'Ada Moreau', { email: 'ada@example.com' })])
  await load('okta', [
    named('10', 'Ada Moreau', { email: 'am@example.com' }),
    named('11', 'Bob Stone', { email: 'ada@example.com' }),
  ])
  assert.equal((await is('11')).by, 'created')
  assert.equal((await people()).length, 2)
})

test('an account that has ended, of contradicting evidence, creates nobody, and waits once it is active', async () => {
  for (const name of ['Zed Zero', 'Ada King']) {
    const made = await world()
    const { load, is, people } = made
    await load('okta', [
      named('a', 'Ada Moreau', { number: 'N-71' }),
      named('b', 'Bob Stone', { email: 'bob@example.com' }),
      named('c', 'Ada Lund', { email: 'lund@example.com' }),
    ])
    const row = (status: string) =>
      name === 'Zed Zero'
        ? named('z', name, { email: 'bob@example.com', number: 'N-71', status })
        : named('z', name, { email: 'lund@example.com', status })
    for (let n = 0; n < 2; n += 1) {
      await load('okta', [row('DEPROVISIONED')])
      assert.deepEqual(await is('z'), { person: null, by: null, waits: [] })
      assert.equal((await people()).length, 3)
    }
    await assertWaits(made, 'z', { rows: [row('ACTIVE')] })
  }
})

test('an address alone links at another source only if the numbers do not differ', async () => {
  for (const [number, isLinked] of [
    ['N-99', false],
    ['0N-71', true],
    [undefined, true],
  ] as const) {
    const { load, is, query } = await world()
    await query(
      `update integration set employee_id_profile_key = 'employeeId', trusts_employee_id = true where handle = 'google'`,
    )
    await load('okta', [named('ada', 'Ada Moreau', { number: 'N-71' })])
    await load('google', [google('G1', 'Ada King', 'ada@example.com', number)])
    const { by, waits } = await is('G1')
    assert.equal(by, isLinked ? 'email' : null, `number ${number}`)
    if (!isLinked) assert.deepEqual(waits, ['Ada Moreau: address/number,name'])
  }
})

test('names that people write themselves are no evidence: GitHub, GitLab, Slack, Keycloak, and where a mapping says so', async () => {
  const { load, is, query } = await world()
  await query(`update integration set trusts_email = true where handle = 'gitlab'`)
  await load('okta', [named('a', 'Ada Moreau', con), named('b', 'Bob Stone', con)])
  const mine = { ...gitlab(1, 'con@example.com'), name: 'Ada Moreau' }
  for (const type of ['gitlab', 'github', 'slack']) {
    await query(`update integration set type = $1 where handle = 'gitlab'`, [type])
    await load('gitlab', [mine], complete)
    assert.equal((await is('1')).person, null, type)
  }
  for (const [profile, own] of [
    ['keycloak', false],
    ['strict', true],
    ['strict', false],
  ] as const) {
    await query(
      `update integration set type = 'scim', scim_profile = $1,
        mapping = jsonb_set(mapping, '{account,own_names}', $2) where handle = 'gitlab'`,
      [profile, JSON.stringify(own)],
    )
    await load('gitlab', [mine], complete)
    const isEvidence = profile === 'strict' && !own
    assert.equal((await is('1')).by, isEvidence ? 'evidence' : null, `${profile} ${own}`)
  }
  assert.equal(exportDefaults('keycloak').mapping.account.own_names, true)
})

test('a secondary user does not compete with their parent at a source that does not tell them apart', async () => {
  const { load, is, query } = await world()
  await query(
    `update integration set employee_id_profile_key = 'employeeId', trusts_employee_id = true where handle = 'google'`,
  )
  for (const name of ['Ada Moreau', 'Ada Admin']) {
    await query('truncate directory_user, identity cascade')
    const beside = { email: 'ada@example.com', number: 'N-71', profile: { parentId: 'ada' } }
    await load('okta', [
      named('ada', 'Ada Moreau', { number: 'N-71' }),
      named('ada-adm', name, beside),
    ])
    assert.equal(
      (await query('select from directory_user where parent_user_id is not null')).length,
      1,
    )
    const { person } = await is('ada')
    await load('google', [google('G1', 'Ada Moreau', 'ada@example.com', 'N-71')])
    await load('slack', [
      { id: 'U1', team_id: 'T', name: 'x', profile: { email: 'ada@example.com' } },
    ])
    for (const id of ['G1', 'U1']) assert.equal((await is(id)).person, person, `${name} ${id}`)
  }
})

test('a person with accounts of two names shares their address with nobody', async () => {
  const { load, is } = await world()
  await load('okta', [named('a', 'Ada Moreau', { ...con, number: 'N-71' })])
  await load('okta', [named('b', 'Ada King', { ...con, number: 'N-71' })])
  const { person } = await is('a')
  assert.equal((await is('b')).person, person)
  await load('google', [google('G1', 'Ada Lund', 'con@example.com')])
  assert.equal((await is('G1')).person, person)
})
