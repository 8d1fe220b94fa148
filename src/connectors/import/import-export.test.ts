import assert from 'node:assert/strict'
import { access, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { importWorlds, okta, slack } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { connectVendor } from './connect-vendor.ts'
import { describeImport } from '../../cli/sources/describe-import.ts'
import { importExport } from './import-export.ts'
import type { ImportProgress } from './outcome.ts'

const importWorld = await importWorlds()

async function world() {
  const { database, query, load } = await importWorld()
  const counts = async () => {
    const [row] = await query<Record<string, string>>(
      `select (select count(*) from audit_log where event not like 'workspace.integration.run%') as audit, (select epoch from policy_epoch) as epoch,
         (select sum(version) from directory_user) as people, (select sum(version) from identity) as identities,
         (select sum(version) from directory_user_version) as bodies,
         (select max(updated_at)::text from directory_user) as updated_at`,
    )
    return row ?? {}
  }
  return { database, query, counts, load }
}

const organisation = [
  okta('ada', { profile: { managerId: 'eve', department: 'Sales' } }),
  okta('bob', { profile: { managerId: 'ada', department: 'Sales' } }),
  okta('cyd', { status: 'SUSPENDED', profile: { managerId: 'gone' } }),
  okta('dan', { status: 'DEPROVISIONED' }),
  okta('eve', { profile: { managerId: 'bob' } }),
  okta('fay', { status: 'STAGED', profile: { parentId: 'ada' } }),
  okta('gus', { email: null }),
]

test('importing the same file twice changes nothing and writes no audit row', async () => {
  const { load, counts, query } = await world()
  await query(
    `insert into dimension (integration_id, handle, name, profile_key, attributes_enabled)
     select id, 'department', 'Department', 'department', true from integration where is_primary`,
  )
  const first = await load('okta', organisation)
  assert.equal(first.accounts.created, organisation.length)
  assert.equal(first.attributes.created, 1)
  assert.equal(first.manifests.entered, 2)
  await load('slack', [slack('U1', 'ada@example.com'), slack('U2', 'nobody@example.com')])
  const before = await counts()
  const again = await load('okta', organisation)
  await load('slack', [slack('U1', 'ada@example.com'), slack('U2', 'nobody@example.com')])
  assert.deepEqual(await counts(), before)
  assert.equal(again.accounts.unchanged, organisation.length)
  assert.deepEqual([again.people.created, again.people.changed, again.accounts.changed], [0, 0, 0])
})

test('only what changed is written, one audit row per record, personal values apart', async () => {
  const { load, query } = await world()
  await load('okta', [okta('ada', { profile: { title: 'Clerk' } }), okta('bob')])
  const [{ last } = { last: '' }] = await query<{ last: string }>(
    'select max(sequence) as last from audit_log',
  )
  const outcome = await load('okta', [
    okta('ada', { profile: { title: 'Chief', lastName: 'Byron' } }),
    okta('bob'),
  ])
  assert.deepEqual(
    [outcome.accounts.changed, outcome.accounts.unchanged, outcome.people.changed],
    [1, 1, 1],
  )
  const rows = await query<{
    event: string
    changes: object
    personal: object
    parent_type: string | null
    same_subject: boolean
  }>(
    `select a.event, a.changes, p.changes as personal, a.parent_type, a.subject_id = u.id as same_subject
     from audit_log a join audit_log_personal p on p.audit_log_id = a.id, directory_user u
     where a.sequence > $1 and u.username = 'ada' order by a.sequence`,
    [last],
  )
  assert.deepEqual(rows, [
    {
      event: 'directory.identity.change',
      changes: {},
      personal: {
        full_name: { old: 'First ada Last', new: 'First ada Byron' },
        last_name: { old: 'Last', new: 'Byron' },
        'profile.lastName': { old: 'Last', new: 'Byron' },
        'profile.title': { old: 'Clerk', new: 'Chief' },
      },
      parent_type: 'drusr',
      same_subject: true,
    },
    {
      event: 'directory.user.change',
      changes: {},
      personal: { last_name: { old: 'Last', new: 'Byron' } },
      parent_type: null,
      same_subject: true,
    },
  ])
})

test('manifests follow in the same transaction', async () => {
  const { load, query } = await world()
  await query(
    `insert into dimension (integration_id, handle, name, profile_key, attributes_enabled)
     select id, 'department', 'Department', 'department', true from integration where is_primary`,
  )
  const org = async () =>
    (await query<{ org: object }>(`select org from directory_user where username = 'ada'`))[0]?.org
  await load('okta', [okta('ada', { profile: { department: 'Sales' } })])
  assert.deepEqual(await org(), { department: 'Sales' })
  const outcome = await load('okta', [okta('ada', { profile: { department: 'Legal' } })])
  assert.deepEqual(await org(), { department: 'Legal' })
  assert.deepEqual([outcome.manifests.entered, outcome.manifests.ended], [1, 1])
})

const ada = (department: string, title: string) => okta('ada', { profile: { department, title } })

test('nothing new is made of a key that policy may read no more, and what is there stays', async () => {
  const { database, query, load } = await importWorld({
    isPrimary: false,
    policyKeys: ['department', 'title'],
  })
  await connectVendor(database, testActor, { handle: 'okta', isPrimary: true })
  const handles = await query('select handle from dimension order by handle')
  assert.deepEqual(handles, [{ handle: 'department' }, { handle: 'title' }])
  await load('okta', [ada('Sales', 'Clerk')])
  await query(`update integration set policy_keys = '{title}' where is_primary`)
  assert.equal((await load('okta', [ada('Legal', 'Chief')])).attributes.created, 1)
  assert.equal((await load('okta', [ada('Sales', 'Chief')])).manifests.entered, 1)
  const named = await query<{ name: string }>('select name from attribute order by name')
  assert.deepEqual(
    named.map(({ name }) => name),
    ['Chief', 'Clerk', 'Sales'],
  )
  await query(`update integration set policy_keys = '{department, title}' where is_primary`)
  assert.equal((await load('okta', [ada('Legal', 'Chief')])).attributes.created, 1)
})

test('bad rows are listed with line and reason, and the good ones kept', async () => {
  const { load, query } = await world()
  const outcome = await load('okta', [
    okta('ada'),
    'not json',
    okta('bob', { email: 'no address' }),
    okta('cyd'),
  ])
  assert.deepEqual([outcome.rowsRead, outcome.rowsBad, outcome.people.created], [4, 2, 2])
  const report = await readFile(outcome.reportPath ?? '', 'utf8')
  const lines = report
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ line, kind }) => [line, kind]),
    [
      [2, 'rejected'],
      [3, 'rejected'],
    ],
  )
  assert.match(lines[1].reason, /email is not an address: "no address"/)
  assert.equal((await query('select from directory_user')).length, 2)
})

test('a report is made only when there is something to report', async () => {
  const { load } = await world()
  const outcome = await load('okta', [okta('ada')])
  assert.equal(outcome.reportPath, null)
})

test('a complete file that is empty, or has no good row, is refused; a partial one may be empty', async () => {
  const { load, query } = await world()
  await load('okta', [okta('ada')])
  for (const rows of [[], ['nothing', 'good']]) {
    const outcome = await load('okta', rows, { isComplete: true })
    assert.ok(outcome.refused)
  }
  assert.equal((await load('okta', [])).refused, undefined)
  assert.ok((await load('okta', ['nothing', 'good'])).refused)
  const [person] = await query<{ state: string }>('select state from directory_user')
  assert.equal(person?.state, 'active')
})

test('a complete file whose pages all lead to another one is refused; with the last one, in any order, it is complete', async () => {
  const { load, query } = await world()
  await load('slack', [slack('a', 'a@x.example'), slack('b', 'b@x.example')])
  const first = { members: [slack('a', 'a@x.example')], response_metadata: { next_cursor: 'more' } }
  const complete = { isComplete: true }
  const refused = await load('slack', [first], complete)
  assert.match(refused.refused ?? '', /does not list everything: .*next_cursor.*--complete/)
  assert.equal((await load('slack', [first])).refused, undefined)
  const last = { members: [slack('b', 'b@x.example')] }
  for (const pages of [
    [first, last],
    [last, first],
  ])
    assert.equal((await load('slack', pages, complete)).refused, undefined)
  const rows = await query<{ state: string }>('select vendor_state as state from identity')
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['active', 'active'],
  )
})

test('an import goes on where a dimension has more values than may become attributes, and says so', async () => {
  const { load, query } = await importWorld({ policyKeys: ['login'] })
  await query(
    `insert into dimension (integration_id, handle, name, profile_key, attributes_enabled)
     select id, 'login', 'Login', 'login', true from integration where is_primary`,
  )
  await query(
    `insert into attribute (dimension_id, name, handle, profile_value, folded_value)
     select d.id, n::text, n::text, n::text, n::text from dimension d, generate_series(1, 1999) n where d.handle = 'login'`,
  )
  const people = ['ada', 'bob', 'cleo'].map((id) => okta(id))
  const outcome = await load('okta', people)
  assert.deepEqual(
    [outcome.refused, outcome.attributes.created, outcome.surplusValues, outcome.notes],
    [undefined, 1, [{ dimension: 'login', values: 2 }], 1],
  )
  assert.equal((await query('select from identity')).length, 3)
  const again = await load('okta', [okta('dan')])
  assert.deepEqual(
    [again.attributes.created, again.surplusValues],
    [0, [{ dimension: 'login', values: 3 }]],
  )
})

test('each run is kept with what it saw', async () => {
  const { load, query } = await world()
  await load('okta', [okta('ada'), 'bad'])
  const [run] = await query<{
    rows_read: number
    rows_bad: number
    finished: boolean
    summary: { people: { created: number } }
  }>('select rows_read, rows_bad, finished_at is not null as finished, summary from import_run')
  assert.deepEqual([Number(run?.rows_read), Number(run?.rows_bad), run?.finished], [2, 1, true])
  assert.equal(run?.summary.people.created, 1)
})

test('progress tells phases, rows and bytes', async () => {
  const { load } = await world()
  const told: ImportProgress[] = []
  await load(
    'okta',
    Array.from({ length: 300 }, (_, n) => okta(`p${n}`)),
    { onProgress: (progress) => told.push(progress) },
  )
  assert.deepEqual(
    [...new Set(told.map(({ phase }) => phase))],
    ['reading', 'matching', 'policy', 'done'],
  )
  const last = told.at(-1)
  assert.equal(last?.rowsRead, 300)
  assert.equal(last?.bytesRead, last?.bytesTotal)
})

test('an unknown integration and a missing file say so', async () => {
  const { load, database } = await world()
  await assert.rejects(load('nope', [okta('ada')]), /There is no integration "nope"/)
  const missing = importExport(database, {
    integrationHandle: 'okta',
    path: '/does/not/exist',
    isComplete: true,
    actor: testActor,
  })
  await assert.rejects(missing, /ENOENT/)
  await assert.rejects(access('/does/not/exist.rejected.jsonl'))
})

test('a deactivated integration takes nothing in', async () => {
  const { load, query } = await world()
  await query(`update integration set state = 'deactivated' where handle = 'okta'`)
  assert.match((await load('okta', [okta('ada')])).refused ?? '', /"okta" is deactivated/)
})

test('an import tells of a dimension that it passes over, until policy may read its key again', async () => {
  const { load, query } = await world()
  await query(
    `insert into dimension (integration_id, handle, name, profile_key, attributes_enabled)
     select id, 'department', 'Department', 'department', true from integration where is_primary`,
  )
  const listed = (keys: string[]) =>
    query(`update integration set policy_keys = $1 where handle = 'okta'`, [keys])
  await listed(['title'])
  const passed = await load('okta', organisation)
  assert.deepEqual(passed.dimensionsPassedOver, ['department'])
  assert.deepEqual([passed.attributes.created, passed.notes], [0, 1])
  assert.match(
    describeImport(passed),
    /passed over +dimensions department: policy_keys do not list/,
  )
  const report = await readFile(passed.reportPath ?? '', 'utf8')
  assert.deepEqual(JSON.parse(report), {
    line: null,
    kind: 'note',
    reason:
      'the dimension department is passed over: policy_keys of okta do not list "department", so that its values become no attributes',
  })
  const [run] = await query<{ told: string[] }>(
    `select summary -> 'dimensionsPassedOver' as told from import_run order by started_at desc limit 1`,
  )
  assert.deepEqual(run?.told, ['department'])
  assert.deepEqual((await load('slack', [slack('U1', 'ada@example.com')])).dimensionsPassedOver, [])
  await listed(['department'])
  const taken = await load('okta', [...organisation, okta('hal')])
  assert.deepEqual([taken.dimensionsPassedOver, taken.attributes.created], [[], 1])
})

test('an audit row names as related the new manager, else the former one, else the parent', async () => {
  const { load, query } = await world()
  const relatedTo = async (username: string) => {
    const [row] = await query<{ related: string | null }>(
      `select r.username as related from audit_log a
         join directory_user u on u.id = a.record_id and u.username = $1
         left join directory_user r on r.id = a.related_id and a.related_type = 'drusr'
       order by a.sequence desc limit 1`,
      [username],
    )
    return row?.related
  }
  const others = [okta('ada'), okta('bob')]
  for (const [profile, related] of [
    [{ managerId: 'ada' }, 'ada'],
    [{ managerId: 'bob' }, 'bob'],
    [{}, 'bob'],
    [{ lastName: 'Byron' }, null],
    [{ parentId: 'ada' }, 'ada'],
    [{ parentId: 'ada', lastName: 'Lovelace' }, 'ada'],
    [{ parentId: 'ada', managerId: 'bob' }, 'bob'],
  ] as const) {
    await load('okta', [...others, okta('eve', { profile })])
    assert.equal(await relatedTo('eve'), related, JSON.stringify(profile))
  }
})
