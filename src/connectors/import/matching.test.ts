import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gitlab, importWorlds, okta, slack } from '../../../test/import-world.ts'

const importWorld = await importWorlds()

type Link = {
  vendor_id: string
  state: string
  linked_by: string | null
  user_email: string | null
  suggested_email: string | null
  review_reason: string | null
}

async function world() {
  const { query, load } = await importWorld()
  const link = async (handle: string, vendorId: string) => {
    const [row] = await query<Link>(
      `select i.vendor_id, i.state, i.linked_by, u.email as user_email, s.email as suggested_email, u.review_reason
       from identity i join integration n on n.id = i.integration_id
       left join directory_user u on u.id = i.directory_user_id
       left join directory_user s on s.id = i.suggested_directory_user_id
       where n.handle = $1 and i.vendor_id = $2`,
      [handle, vendorId],
    )
    assert.ok(row, `${handle} has no ${vendorId}`)
    return row
  }
  /** A person created as an administrator would, not by an import. */
  const addPerson = async (email: string, state = 'active') => {
    const [row] = await query<{ id: string }>(
      `insert into directory_user (base_state, first_name, last_name, email) values ($1, 'By', 'Hand', $2) returning id`,
      [state, email],
    )
    return row?.id ?? ''
  }
  const people = async () =>
    (await query<{ count: number }>('select count(*)::int as count from directory_user'))[0]?.count
  return { query, link, addPerson, people, load }
}

test('a primary account that matches nobody makes a person', async () => {
  const { load, link, people } = await world()
  const outcome = await load('okta', [okta('ada')])
  assert.equal(outcome.people.created, 1)
  assert.deepEqual(await link('okta', 'ada'), {
    vendor_id: 'ada',
    state: 'active',
    linked_by: 'created',
    user_email: 'ada@example.com',
    suggested_email: null,
    review_reason: null,
  })
  assert.equal(await people(), 1)
})

test('a primary account takes the one person who bears its address, whatever the spelling', async () => {
  const { load, link, addPerson, people } = await world()
  await addPerson('Ada@Example.com')
  const outcome = await load('okta', [okta('ada')])
  assert.equal(outcome.accounts.linked, 1)
  assert.equal((await link('okta', 'ada')).linked_by, 'email')
  assert.equal(await people(), 1)
})

test('the vendor id keeps an identity with its person when the address moves to somebody else', async () => {
  const { load, link, people } = await world()
  await load('okta', [okta('ada'), okta('bob')])
  await load('okta', [
    okta('ada', { email: 'bob@example.com' }),
    okta('bob', { email: 'ada@example.com' }),
  ])
  assert.equal((await link('okta', 'ada')).user_email, 'bob@example.com')
  assert.equal(await people(), 2)
})

test('an address that two people bear leaves the primary account an orphan', async () => {
  const { load, link, addPerson, people } = await world()
  await addPerson('ada@example.com')
  await addPerson('ada@example.com')
  const outcome = await load('okta', [okta('ada')])
  assert.equal(outcome.accounts.orphaned, 1)
  assert.equal((await link('okta', 'ada')).state, 'orphan')
  assert.equal(await people(), 2)
})

test('two primary accounts that claim one free person are orphans with that person as a suggestion', async () => {
  const { load, link, addPerson } = await world()
  await addPerson('ada@example.com')
  await load('okta', [
    okta('a1', { email: 'ada@example.com' }),
    okta('a2', { email: 'ada@example.com' }),
  ])
  for (const id of ['a1', 'a2']) {
    const { state, suggested_email } = await link('okta', id)
    assert.deepEqual(
      { state, suggested_email },
      { state: 'orphan', suggested_email: 'ada@example.com' },
    )
  }
})

test('two primary accounts with one address are two people, in one file or in two, and are reported', async () => {
  const { load, people } = await world()
  const twins = [
    okta('a1', { email: 'desk@example.com' }),
    okta('a2', { email: 'desk@example.com' }),
  ]
  const outcome = await load('okta', twins)
  assert.equal(outcome.people.created, 2)
  assert.equal(outcome.people.sharedEmails, 1)
  assert.equal(outcome.people.recycledAddresses, 0)
  await load('okta', [...twins, okta('a3', { email: 'desk@example.com' })])
  assert.equal(await people(), 3)
})

for (const former of ['expired', 'deactivated', 'deleted']) {
  test(`an address whose former holder is ${former} makes a new person, flagged for review`, async () => {
    const { load, link, addPerson, query, people } = await world()
    const id = await addPerson('ada@example.com', former === 'expired' ? 'active' : 'deactivated')
    if (former === 'expired')
      await query(`update directory_user set expires_at = now() - interval '1 day' where id = $1`, [
        id,
      ])
    if (former === 'deleted')
      await query('update directory_user set deleted_at = now() where id = $1', [id])
    const outcome = await load('okta', [okta('ada')])
    const { linked_by, review_reason } = await link('okta', 'ada')
    assert.deepEqual(
      { linked_by, review_reason },
      { linked_by: 'created', review_reason: 'recycled_address' },
    )
    assert.equal(outcome.people.recycledAddresses, 1)
    assert.equal(await people(), 2)
  })
}

test('a person whose address is reviewed gets no account of its former holder, deleted or not', async () => {
  for (const isDeleted of [true, false]) {
    const { load, link, addPerson, query } = await world()
    const id = await addPerson('ada@example.com', 'deactivated')
    const remove = () => query('update directory_user set deleted_at = now() where id = $1', [id])
    if (isDeleted) await remove()
    // Slack's addresses are trusted.
    const loadSlack = () => load('slack', [slack('U1', 'ada@example.com')])
    if (isDeleted) await loadSlack()
    await load('okta', [okta('ada')])
    await loadSlack()
    if (!isDeleted) await remove()
    await load('okta', [okta('ada')])
    await loadSlack()
    const old = await link('slack', 'U1')
    assert.equal(old.user_email, null)
    const [suggested] = await query(
      `select u.review_reason from identity i join directory_user u on u.id = i.suggested_directory_user_id
       where i.vendor_id = 'U1'`,
    )
    assert.equal(suggested?.['review_reason'], 'recycled_address')
  }
})

const ada = { firstName: 'Ada', lastName: 'Lovelace' }
const complete = { isComplete: true }

test('an account that appears where one with the same address and name disappears replaces it', async () => {
  const { load, link, people, query } = await world()
  await load('okta', [okta('old', { email: 'ada@example.com', profile: ada }), okta('bob')])
  const [before] = await query('select id from directory_user where email = $1', [
    'ada@example.com',
  ])
  const renewed = { email: 'Ada@example.com', profile: { ...ada, firstName: 'ADA' } }
  const outcome = await load('okta', [okta('new', renewed), okta('bob')], complete)
  const { linked_by, user_email, review_reason } = await link('okta', 'new')
  assert.deepEqual([linked_by, user_email, review_reason], ['replaced', 'Ada@example.com', null])
  assert.equal((await link('okta', 'old')).state, 'deactivated')
  assert.equal(await people(), 2)
  const [after] = await query(
    `select u.id, u.state, i.vendor_id, i.link_evidence from directory_user u
     join identity i on i.id = u.primary_identity_id where u.email = $1`,
    ['Ada@example.com'],
  )
  assert.deepEqual(after, {
    ...before,
    state: 'active',
    vendor_id: 'new',
    link_evidence: 'replaced: same address and name as the account old',
  })
  assert.deepEqual([outcome.people.created, outcome.people.recycledAddresses], [0, 0])
  const again = await load('okta', [okta('new', renewed), okta('bob')], complete)
  assert.equal(again.accounts.unchanged, 2)
})

const adaOf = (id: string, lastName: string) =>
  okta(id, { email: 'ada@example.com', profile: { firstName: 'Ada', lastName } })

/** An account for administration, which names the main account. */
const adaBeside = (id: string) =>
  okta(id, { email: 'ada@example.com', profile: { ...ada, parentId: 'ada' } })

for (const [before, after, isSame] of [
  ['Strauß', 'STRAUSS', true],
  ['Renée', 'RENE\u0301E', true],
  ['Ωδος', 'ΩΔΟΣ', true],
  ['İnci', 'Inci', false],
] as const)
  test(`names of accounts are compared as policy compares text: ${before} ${isSame ? 'is' : 'is not'} ${after}`, async () => {
    const { load, link } = await world()
    await load('okta', [adaOf('old', before), okta('bob')])
    await load('okta', [adaOf('new', after), okta('bob')], complete)
    assert.equal((await link('okta', 'new')).linked_by, isSame ? 'replaced' : 'created')
  })

test('an account replaces the one with its employee id, whatever its address', async () => {
  const { load, link, people, query } = await world()
  await query(`update integration set employee_id_profile_key = 'number' where handle = 'okta'`)
  const numbered = (number: string) => ({ profile: { ...ada, number } })
  await load('okta', [
    okta('a1', { email: 'a@example.com', ...numbered('7') }),
    okta('b1', { email: 'b@example.com', ...numbered('8') }),
  ])
  await load(
    'okta',
    [
      okta('a2', { email: 'b@example.com', ...numbered('7') }),
      okta('b2', { email: 'c@example.com', profile: ada }),
    ],
    complete,
  )
  const { linked_by, user_email } = await link('okta', 'a2')
  assert.deepEqual([linked_by, user_email], ['replaced', 'b@example.com'])
  assert.equal((await link('okta', 'b2')).linked_by, 'created', 'only one of them has a number')
  assert.equal(await people(), 3)
})

for (const number of [7, null]) {
  const same = number === null ? 'address and name' : 'employee id'
  const renewed = (id: string) =>
    okta(id, { email: 'ada@example.com', profile: { ...ada, ...(number !== null && { number }) } })

  const begin = async () => {
    const opened = await world()
    await opened.query(
      `update integration set employee_id_profile_key = 'number' where handle = 'okta'`,
    )
    await opened.load('okta', [renewed('old')])
    const outcome = await opened.load('okta', [renewed('new')])
    assert.equal(outcome.people.created, 0)
    const { state, suggested_email } = await opened.link('okta', 'new')
    assert.deepEqual([state, suggested_email], ['orphan', 'ada@example.com'])
    return opened
  }

  test(`a new id of an account that is still there waits, by ${same}, until the complete list lacks that one`, async () => {
    const { load, link, people } = await begin()
    await load('okta', [renewed('new'), okta('bob')])
    assert.equal((await link('okta', 'new')).state, 'orphan')
    await load('okta', [renewed('new'), okta('bob')], complete)
    assert.equal((await link('okta', 'new')).linked_by, 'replaced')
    assert.equal((await link('okta', 'old')).state, 'deactivated')
    assert.equal(await people(), 2)
  })

  test(`a new id takes the place, by ${same}, when the source ends the former account alone`, async () => {
    const { load, link, people } = await begin()
    await load('okta', [{ ...renewed('old'), status: 'DEPROVISIONED' }])
    assert.equal((await link('okta', 'new')).linked_by, 'replaced')
    assert.equal(await people(), 1)
  })
}

const adaWith = (id: string, email: string) => okta(id, { email, profile: { ...ada, number: '7' } })
const atDesk = (id: string) => okta(id, { email: 'desk@example.com', profile: { number: '0' } })

test('an account that waits goes on waiting under another address, by its employee id', async () => {
  const { load, link, people, query } = await world()
  await query(`update integration set employee_id_profile_key = 'number' where handle = 'okta'`)
  const former = adaWith('old', 'ada@example.com')
  await load('okta', [former])
  await load('okta', [adaWith('new', 'ada@example.com')])
  await load('okta', [adaWith('new', 'lovelace@example.com')])
  assert.equal((await link('okta', 'new')).suggested_email, 'ada@example.com')
  await load('okta', [{ ...former, status: 'DEPROVISIONED' }])
  assert.equal((await link('okta', 'new')).linked_by, 'replaced')
  assert.equal(await people(), 1)
})

test('one of two waiting accounts replaces the former one, and the other keeps waiting', async () => {
  const { load, link, people } = await world()
  const [old, ...others] = ['old', 'n1', 'n2', 'n3'].map((id) => adaOf(id, 'Lovelace'))
  for (const each of [old, ...others.slice(0, 2)]) await load('okta', [each ?? {}])
  await load('okta', others, complete)
  assert.equal((await link('okta', 'n1')).linked_by, 'replaced')
  for (const id of ['n2', 'n3']) {
    const { state, suggested_email } = await link('okta', id)
    assert.deepEqual([state, suggested_email], ['orphan', 'ada@example.com'])
  }
  await load('okta', others, complete)
  assert.equal(await people(), 1)
})

for (const [before, after] of [
  ['Strauß', 'STRAUSS'],
  ['Renée', 'Renee'],
] as const)
  test(`a new id of an account waits, and takes its place, in another spelling: ${before} and ${after}`, async () => {
    const { load, link } = await world()
    await load('okta', [adaOf('old', before)])
    await load('okta', [adaOf('new', after)])
    assert.equal((await link('okta', 'new')).state, 'orphan')
    await load('okta', [adaOf('new', after)], complete)
    assert.equal((await link('okta', 'new')).linked_by, 'replaced')
  })

test('an account that waits and gets another name takes no place', async () => {
  const { load, link } = await world()
  await load('okta', [adaOf('old', 'Lovelace')])
  await load('okta', [adaOf('new', 'Lovelace')])
  await load('okta', [adaOf('new', 'Byron')], complete)
  assert.equal((await link('okta', 'new')).linked_by, 'created')
})

test('a new account of a suspended person waits, and replaces the suspended account when that ends', async () => {
  const { load, link, people } = await world()
  const old = adaOf('old', 'Lovelace')
  await load('okta', [old])
  await load('okta', [{ ...old, status: 'SUSPENDED' }])
  await load('okta', [adaOf('new', 'Lovelace')])
  assert.equal((await link('okta', 'new')).suggested_email, 'ada@example.com')
  await load('okta', [{ ...old, status: 'DEPROVISIONED' }])
  assert.equal((await link('okta', 'new')).linked_by, 'replaced')
  assert.equal(await people(), 1)
})

test('a new id waits for the one of two people with its address who is meant', async () => {
  const { load, link, people } = await world()
  await load('okta', [adaOf('ada', 'Lovelace'), adaBeside('admin')])
  const renewed = [adaOf('ada2', 'Lovelace'), adaBeside('admin2')]
  await load('okta', renewed)
  for (const id of ['ada2', 'admin2']) assert.equal((await link('okta', id)).state, 'orphan')
  await load('okta', renewed, complete)
  for (const id of ['ada2', 'admin2']) assert.equal((await link('okta', id)).linked_by, 'replaced')
  assert.equal(await people(), 2)
})

test('an account with the number and address of somebody of another name makes a person', async () => {
  const { load, link, query } = await world()
  await query(`update integration set employee_id_profile_key = 'number' where handle = 'okta'`)
  await load('okta', [atDesk('gus')])
  await load('okta', [atDesk('gina')])
  assert.equal((await link('okta', 'gina')).linked_by, 'created')
})

test('an account that names a main account does not wait for it to end', async () => {
  const { load, link, people } = await world()
  await load('okta', [okta('ada', { profile: ada })])
  await load('okta', [adaBeside('ada-admin')])
  assert.equal((await link('okta', 'ada-admin')).linked_by, 'created')
  assert.equal(await people(), 2)
})

test('an account replaces none of several', async () => {
  const { load, link } = await world()
  await load('okta', [okta('old', { email: 'ada@example.com', profile: ada })])
  const twins = ['t1', 't2'].map((id) => okta(id, { email: 'ada@example.com', profile: ada }))
  await load('okta', twins, complete)
  for (const id of ['t1', 't2']) assert.notEqual((await link('okta', id)).linked_by, 'replaced')
})

test('an account of a source that does not create people replaces another one too', async () => {
  const { load, link, query } = await world()
  await load('okta', [okta('ada')])
  await load('gitlab', [gitlab(1, 'ada@example.com')])
  await query(
    `update identity set directory_user_id = suggested_directory_user_id, suggested_directory_user_id = null,
       state = 'active', linked_by = 'administrator', linked_at = now() where vendor_id = '1'`,
  )
  await load('gitlab', [{ ...gitlab(2, 'ada@example.com'), name: 'Git 1' }], complete)
  const { linked_by, user_email } = await link('gitlab', '2')
  assert.deepEqual([linked_by, user_email], ['replaced', 'ada@example.com'])
})

test('an address is recycled in a complete file that lacks its former holder', async () => {
  const { load, link } = await world()
  await load('okta', [okta('old', { email: 'ada@example.com' }), okta('bob')])
  await load('okta', [okta('new', { email: 'ada@example.com' }), okta('bob')], {
    isComplete: true,
  })
  assert.equal((await link('okta', 'new')).review_reason, 'recycled_address')
  assert.equal((await link('okta', 'old')).state, 'deactivated')
})

test('a trusted address links an account to the only person who bears it', async () => {
  const { load, link } = await world()
  await load('okta', [okta('ada')])
  const outcome = await load('slack', [slack('U1', 'ADA@example.com')])
  assert.equal(outcome.accounts.linked, 1)
  const { linked_by, user_email } = await link('slack', 'U1')
  assert.deepEqual({ linked_by, user_email }, { linked_by: 'email', user_email: 'ada@example.com' })
})

test('an address that nobody vouches for only suggests', async () => {
  const { load, link } = await world()
  await load('okta', [okta('ada')])
  const outcome = await load('gitlab', [gitlab(7, 'ada@example.com')])
  assert.equal(outcome.accounts.orphaned, 1)
  const { state, suggested_email, user_email } = await link('gitlab', '7')
  assert.deepEqual(
    { state, suggested_email, user_email },
    { state: 'orphan', suggested_email: 'ada@example.com', user_email: null },
  )
})

test('a trusted address that two people bear leads to neither', async () => {
  const { load, link } = await world()
  await load('okta', [
    okta('a1', { email: 'desk@example.com' }),
    okta('a2', { email: 'desk@example.com' }),
  ])
  await load('slack', [slack('U1', 'desk@example.com')])
  const { state, suggested_email } = await link('slack', 'U1')
  assert.deepEqual({ state, suggested_email }, { state: 'orphan', suggested_email: null })
})

test('two accounts of one other vendor may belong to one person', async () => {
  const { load } = await world()
  await load('okta', [okta('ada')])
  const outcome = await load('slack', [
    slack('U1', 'ada@example.com'),
    slack('U2', 'ada@example.com'),
  ])
  assert.equal(outcome.accounts.linked, 2)
})

test('an account of another vendor never makes a person', async () => {
  const { load, people } = await world()
  const outcome = await load('slack', [slack('U1', 'ada@example.com')])
  assert.equal(outcome.accounts.orphaned, 1)
  assert.equal(await people(), 0)
})

test('orphans are tried again when the person arrives', async () => {
  const { load, link, query } = await world()
  await load('slack', [slack('U1', 'ada@example.com'), slack('U2', 'bob@example.com')])
  const outcome = await load('okta', [okta('ada')])
  assert.equal(outcome.accounts.linked, 1)
  assert.equal((await link('slack', 'U1')).state, 'active')
  assert.equal((await link('slack', 'U2')).state, 'orphan')
  const rows = await query(`select event from audit_log where event = 'directory.identity.link'`)
  assert.equal(rows.length, 1)
})

test('an account of no one that ends is no orphan, until it is back', async () => {
  const { load, link } = await world()
  const state = async () => (await link('gitlab', '1')).state
  await load('gitlab', [gitlab(1, 'ada@example.com'), gitlab(2, 'bob@example.com')])
  assert.equal(await state(), 'orphan')
  await load('gitlab', [gitlab(2, 'bob@example.com')], complete)
  assert.equal(await state(), 'deactivated')
  await load('gitlab', [gitlab(1, 'ada@example.com')])
  assert.equal(await state(), 'orphan')
})

test('an account that an administrator took from a person is not linked again by itself', async () => {
  const { load, link, query } = await world()
  await load('okta', [okta('ada')])
  await load('slack', [slack('U1', 'ada@example.com')])
  await query(
    `update identity set directory_user_id = null, state = 'orphan', linked_by = null, linked_at = null, link_evidence = 'unlinked'
     where vendor_id = 'U1'`,
  )
  await load('slack', [slack('U1', 'ada@example.com')])
  await load('okta', [okta('ada')])
  assert.equal((await link('slack', 'U1')).state, 'orphan')
})

test('a deactivated primary account takes nobody over', async () => {
  const { load, link, addPerson, query } = await world()
  await addPerson('ada@example.com')
  await load('okta', [okta('ada', { status: 'DEPROVISIONED' })])
  const { state, user_email } = await link('okta', 'ada')
  assert.deepEqual([state, user_email], ['deactivated', null])
  const [person] = await query<{ state: string }>('select state from directory_user')
  assert.equal(person?.state, 'active')
})
