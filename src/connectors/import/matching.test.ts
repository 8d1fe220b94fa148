import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeReview } from '../../cli/sources/describe-findings.ts'
import { presentReview } from './outcome.ts'
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

/** An account of the primary with a name, an address (its own unless given) and, under the key `number`, a number. */
const named = (
  id: string,
  name: string,
  { email, number, ...more }: { email?: string | null; number?: string; status?: string } = {},
) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  const profile = { firstName, lastName, ...(number !== undefined && { number }) }
  return okta(id, { ...more, profile, ...(email !== undefined && { email }) })
}

type Candidate = { email: string | null; agrees: string[]; contradicts: string[] }

/** A world whose primary has employee numbers under the key `number`. `candidates`: of an account that waits. */
async function numberedWorld() {
  const opened = await world()
  await opened.query(
    `update integration set employee_id_profile_key = 'number' where handle = 'okta'`,
  )
  const candidates = (vendorId: string) =>
    opened.query<Candidate>(
      `select u.email, c.agrees, c.contradicts from identity_candidate c join identity i on i.id = c.identity_id
       join directory_user u on u.id = c.directory_user_id where i.vendor_id = $1 order by u.email`,
      [vendorId],
    )
  const owner = async (vendorId: string) =>
    (
      await opened.query<{ id: string | null }>(
        'select directory_user_id as id from identity where vendor_id = $1',
        [vendorId],
      )
    )[0]?.id
  return { ...opened, candidates, owner }
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

test('a primary account is of the person who has its address and name, whatever the spelling', async () => {
  const { load, link, addPerson, people } = await world()
  await addPerson('Ada@Example.com')
  const outcome = await load('okta', [named('ada', 'Hand BY')])
  assert.equal(outcome.accounts.linked, 1)
  assert.equal((await link('okta', 'ada')).linked_by, 'evidence')
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

test('an address alone, of one person who is here, makes the account wait where the names have a word in common', async () => {
  const { load, link, addPerson, people } = await world()
  await addPerson('ada@example.com')
  await load('okta', [named('ada', 'By Lovelace')])
  const { state, suggested_email } = await link('okta', 'ada')
  assert.deepEqual([state, suggested_email], ['orphan', 'ada@example.com'])
  await load('okta', [named('bob', 'Bob Byron', { email: 'ada@example.com' })])
  assert.equal(await people(), 2, 'the address is that of several names now')
})

test('an address alone, of one person who is here under another name, makes a new person, flagged for review', async () => {
  const { load, link, addPerson, people } = await world()
  await addPerson('ada@example.com')
  const outcome = await load('okta', [named('ada', 'Ada Lovelace')])
  const { linked_by, review_reason } = await link('okta', 'ada')
  assert.deepEqual([linked_by, review_reason], ['created', 'shared_address'])
  assert.equal(outcome.people.addressesOfOthers, 1)
  assert.match(
    describeReview(presentReview(outcome.people)) ?? '',
    /1 new person with the address of someone else: .*--review .*shared_address/,
  )
  assert.equal(await people(), 2)
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
  ['İnci', 'Inci', true],
  ['Łucja', 'Lucja', true],
  ["O'Neil", 'O’NEIL', true],
  ['van der Berg', 'Berg', false],
] as const)
  test(`names are compared by their words, without case and accents: ${before} ${isSame ? 'is' : 'is not'} ${after}`, async () => {
    const { load, link } = await world()
    await load('okta', [adaOf('old', before), okta('bob')])
    await load('okta', [adaOf('new', after), okta('bob')], complete)
    assert.equal((await link('okta', 'new')).linked_by, isSame ? 'replaced' : null)
  })

test('a new account has the person with its number and name, whatever its address, and the number of one and the address of another makes it wait', async () => {
  const { load, link, people, candidates } = await numberedWorld()
  await load('okta', [
    named('a1', 'Ada Lovelace', { email: 'a@example.com', number: 'N-71' }),
    named('b1', 'Bob Byron', { email: 'b@example.com', number: 'N-72' }),
    named('c1', 'Cyd Clay', { email: 'c@example.com' }),
  ])
  await load(
    'okta',
    [
      named('a2', 'Lovelace ADA', { email: 'new@example.com', number: 'N-71' }),
      named('b2', 'Bob Byron', { email: 'c@example.com', number: 'N-72' }),
      named('c1', 'Cyd Clay', { email: 'c@example.com' }),
    ],
    complete,
  )
  const { linked_by, user_email } = await link('okta', 'a2')
  assert.deepEqual([linked_by, user_email], ['replaced', 'new@example.com'])
  assert.equal((await link('okta', 'b2')).state, 'orphan')
  assert.deepEqual(await candidates('b2'), [
    { email: 'b@example.com', agrees: ['number', 'name'], contradicts: ['address'] },
    { email: 'c@example.com', agrees: ['address'], contradicts: ['name'] },
  ])
  assert.equal(await people(), 3)
})

for (const evidence of ['number and name', 'address and name', 'number and address'] as const)
  test(`a second account of somebody who is here is theirs, by ${evidence}`, async () => {
    const { load, link, people, query } = await numberedWorld()
    await load('okta', [named('old', 'Ada Lovelace', { email: 'ada@example.com', number: 'N-7' })])
    const number = evidence.includes('number') ? 'N-7' : 'N-8'
    const email = evidence.includes('address') ? 'ada@example.com' : 'new@example.com'
    const name = evidence.includes('name') ? 'ADA Lovelace' : 'Bob Byron'
    await load('okta', [named('new', name, { email, number })])
    const { linked_by } = await link('okta', 'new')
    assert.equal(linked_by, 'evidence')
    assert.equal(await people(), 1)
    const [row] = await query(`select link_evidence from identity where vendor_id = 'new'`)
    const words = evidence.replace('number', 'employee number')
    assert.equal(row?.['link_evidence'], `same ${words}`)
  })

test('a number that is a placeholder, or that another account has or had, is no evidence', async () => {
  for (const number of ['0', '00-00', 'EXT', '99999', '12345', '54321', '3210', 'N-1']) {
    const { load, link, people } = await numberedWorld()
    const others = named('bob', 'Bob Byron', { number: 'N-1' })
    await load('okta', [named('ann', 'Ann Old', { number }), others])
    await load('okta', [named('ben', 'Ben New', { number }), others], complete)
    assert.equal((await link('okta', 'ben')).linked_by, 'created', number)
    assert.equal((await link('okta', 'ann')).state, 'deactivated', number)
    assert.equal(await people(), 3)
  }
})

test('a number that somebody had before, or that is the stable id, is no evidence', async () => {
  const { load, link } = await numberedWorld()
  await load('okta', [named('cyd', 'Cyd Clay', { number: 'N-5' })])
  await load('okta', [named('cyd', 'Cyd Clay', { number: 'N-6' })])
  await load('okta', [named('ann', 'Ann Old', { number: 'N-5' })])
  assert.equal((await link('okta', 'ann')).linked_by, 'created')
  await load('okta', [named('ann2', 'Ann Old', { number: 'N-5', email: 'x@example.com' })])
  assert.equal((await link('okta', 'ann2')).linked_by, 'created', 'Cyd had the number')
  await load('okta', [named('N-9', 'Dan Dee', { number: 'N-9' })])
  await load('okta', [named('0N-9', 'Dan Dee', { number: 'N-9', email: 'y@example.com' })])
  assert.equal((await link('okta', '0N-9')).state, 'active')
})

test('a number whose name and address both differ makes the account wait, until an administrator decides', async () => {
  const { load, link, candidates, people, query } = await numberedWorld()
  await load('okta', [named('ann', 'Ann Old', { number: 'N-5' })])
  const ben = named('ben', 'Ben New', { number: 'N-5' })
  for (const isComplete of [false, true, true]) {
    await load('okta', [ben], { isComplete })
    assert.equal((await link('okta', 'ben')).state, 'orphan')
    assert.deepEqual(await candidates('ben'), [
      { email: 'ann@example.com', agrees: ['number'], contradicts: ['address', 'name'] },
    ])
  }
  assert.equal(await people(), 1)
  await query(`update identity set decided_as = 'new_person' where vendor_id = 'ben'`)
  await load('okta', [ben])
  assert.equal((await link('okta', 'ben')).linked_by, 'created')
  assert.deepEqual(await candidates('ben'), [])
})

test('numbers that differ only in leading zeros neither agree nor contradict', async () => {
  const { load, link, owner, candidates } = await numberedWorld()
  await load('okta', [
    named('ann', 'Ann Old', { email: 'ann@example.com', number: '0471', status: 'DEPROVISIONED' }),
    named('bob', 'Bob Byron', {
      email: 'bob@example.com',
      number: '0472',
      status: 'DEPROVISIONED',
    }),
  ])
  await load('okta', [
    named('ann2', 'Ann Old', { email: 'ann@example.com', number: '471' }),
    named('bob2', 'Bob Byron', { email: 'bob@example.com', number: '4711' }),
    named('cyd', 'Cyd Clay', { number: '472' }),
  ])
  assert.equal(await owner('ann2'), await owner('ann'), 'a rehire')
  assert.equal((await link('okta', 'bob2')).state, 'orphan', 'the number differs')
  assert.deepEqual(await candidates('bob2'), [
    { email: 'bob@example.com', agrees: ['address', 'name'], contradicts: ['number'] },
  ])
  assert.equal((await link('okta', 'cyd')).linked_by, 'created')
})

test('a contractor who becomes an employee in one run stays one person, whichever row is first', async () => {
  for (const isLast of [false, true]) {
    const { load, owner, people, query } = await numberedWorld()
    const contractor = (status: string) =>
      named('C-30', 'Con Tractor', { email: 'con@example.com', number: 'C-0030', status })
    await load('okta', [contractor('ACTIVE')])
    const employee = named('E-93', 'Con Tractor', { email: 'con@example.com', number: 'E-0930' })
    const rows = [contractor('DEPROVISIONED'), employee]
    await load('okta', isLast ? rows : rows.toReversed())
    assert.equal(await owner('E-93'), await owner('C-30'))
    assert.equal(await people(), 1)
    assert.deepEqual(await query('select state from directory_user'), [{ state: 'active' }])
  }
})

test('a rehire under a new id is who they were, and someone deleted or deactivated by an administrator waits', async () => {
  for (const change of [
    undefined,
    `deleted_at = now(), base_state = 'deactivated'`,
    `base_state = 'deactivated', base_state_set_by = 'administrator'`,
  ]) {
    const { load, link, owner, query } = await numberedWorld()
    await load('okta', [named('old', 'Ada Lovelace', { email: 'ada@example.com', number: 'N-7' })])
    if (change === undefined)
      await load('okta', [
        named('old', 'Ada Lovelace', {
          email: 'ada@example.com',
          number: 'N-7',
          status: 'DEPROVISIONED',
        }),
      ])
    else await query(`update directory_user set ${change}`)
    await load('okta', [named('new', 'Ada Lovelace', { email: 'ada@example.com', number: 'N-7' })])
    if (change === undefined) assert.equal(await owner('new'), await owner('old'))
    else assert.equal((await link('okta', 'new')).state, 'orphan', change)
  }
})

test('accounts that appear together and agree are one person, and an ended one with another number is not', async () => {
  const { load, owner, link } = await numberedWorld()
  const rea = { email: 'rea@example.com' }
  const wes = { email: 'wes@example.com', status: 'DEPROVISIONED' }
  await load('okta', [
    named('x1', 'Rea Turner', { ...rea, number: 'X-1', status: 'DEPROVISIONED' }),
    named('x2', 'Rea Turner', { ...rea, number: 'X-2' }),
    named('y1', 'Yan Lee', { email: 'y@example.com', number: 'Y-1' }),
    named('y2', 'Lee Yan', { email: 'z@example.com', number: 'Y-1' }),
    named('n1', 'Nia One', { number: 'N-1' }),
    named('n2', 'Nia Two', { number: 'N-1' }),
    named('w1', 'Wes Hale', { ...wes, number: 'W-1' }),
    named('w2', 'Wes Hale', { ...wes, number: 'W-2' }),
  ])
  assert.notEqual(
    await owner('w1'),
    await owner('w2'),
    'both have ended, with numbers of their own',
  )
  assert.notEqual(await owner('x1'), await owner('x2'))
  assert.equal(await owner('y1'), await owner('y2'))
  assert.notEqual(await owner('n1'), await owner('n2'), 'each has the number of the other')
  const google = {
    id: 'G1',
    primaryEmail: 'rea@example.com',
    name: { givenName: 'Rea', familyName: 'Turner' },
    suspended: false,
  }
  await load('google', [google])
  assert.equal((await link('google', 'G1')).linked_by, 'evidence')
  assert.equal(await owner('G1'), await owner('x2'), 'the one who is there')
})

test('an account that names a main account does not wait for it to end', async () => {
  const { load, link, people } = await world()
  await load('okta', [okta('ada', { profile: ada })])
  await load('okta', [adaBeside('ada-admin')])
  assert.equal((await link('okta', 'ada-admin')).linked_by, 'created')
  assert.equal(await people(), 2)
})

test('several accounts that appear with one that disappears have all its person', async () => {
  const { load, link, people } = await world()
  await load('okta', [okta('old', { email: 'ada@example.com', profile: ada })])
  const twins = ['t1', 't2'].map((id) => okta(id, { email: 'ada@example.com', profile: ada }))
  await load('okta', twins, complete)
  assert.equal((await link('okta', 't1')).linked_by, 'replaced')
  assert.equal((await link('okta', 't2')).linked_by, 'evidence')
  assert.equal(await people(), 1)
})

test('an account of a source whose addresses are trusted replaces another one too, and one of another source does not', async () => {
  for (const isTrusted of [true, false]) {
    const { load, link, query } = await world()
    await load('okta', [okta('ada')])
    await query(`update integration set trusts_email = $1 where handle = 'gitlab'`, [isTrusted])
    await load('gitlab', [gitlab(1, 'ada@example.com')])
    await query(
      `update identity set directory_user_id = suggested_directory_user_id, suggested_directory_user_id = null,
         state = 'active', linked_by = 'administrator', linked_at = now()
       where vendor_id = '1' and directory_user_id is null`,
    )
    await load('gitlab', [gitlab(2, 'ada@example.com')], complete)
    const { linked_by, user_email } = await link('gitlab', '2')
    const expected = isTrusted ? ['replaced', 'ada@example.com'] : [null, null]
    assert.deepEqual([linked_by, user_email], expected)
  }
})

test('an address is recycled in a complete file that lacks its former holder', async () => {
  const { load, link } = await world()
  await load('okta', [named('old', 'Ada Moreau', { email: 'ada@example.com' }), okta('bob')])
  await load(
    'okta',
    [named('new', 'Ida Lund', { email: 'ada@example.com' }), okta('bob')],
    complete,
  )
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
  const { load, addPerson, query } = await world()
  const id = await addPerson('ada@example.com')
  await load('okta', [okta('ada', { status: 'DEPROVISIONED' })])
  await load('okta', [
    named('hand', 'By Hand', { email: 'ada@example.com', status: 'DEPROVISIONED' }),
  ])
  const [person] = await query('select state from directory_user where id = $1', [id])
  assert.equal(person?.['state'], 'active')
})

test('employee numbers of another source count only where an owner trusts them', async () => {
  for (const isTrusted of [false, true]) {
    const { load, link, query } = await numberedWorld()
    await query(
      `update integration set employee_id_profile_key = 'employeeId', trusts_employee_id = $1 where handle = 'google'`,
      [isTrusted],
    )
    await load('okta', [named('ada', 'Ada Lovelace', { number: 'N-71' })])
    const google = {
      id: 'G1',
      primaryEmail: 'elsewhere@example.com',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      suspended: false,
      externalIds: [{ type: 'organization', value: 'N-71' }],
    }
    await load('google', [google])
    assert.equal((await link('google', 'G1')).linked_by, isTrusted ? 'evidence' : null)
  }
})
