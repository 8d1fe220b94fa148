import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertGrowsLinearly } from '../../../test/growth.ts'
import { clientProfiles } from './client-profiles.ts'
import { applyPatch } from './patch.ts'
import { groupType, userType } from './schema.ts'
import { urns } from './attributes.ts'
import { ScimProblem } from './scim-problem.ts'

const enterprise = urns.enterprise
const ada = {
  userName: 'ada',
  title: 'Analyst',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [
    { value: 'ada@work.example', type: 'work', primary: true },
    { value: 'ada@home.example', type: 'home' },
  ],
  [enterprise]: { department: 'Engines', manager: { value: 'm1' } },
}

type Profile = keyof typeof clientProfiles

async function patched(operation: object, profile: Profile = 'strict') {
  const body = { schemas: [urns.patch], Operations: [operation] }
  const reading = { client: clientProfiles[profile], notes: [] }
  const { document } = await applyPatch(userType, ada, { body, reading })
  return document
}

async function refusal(operation: object, profile: Profile = 'strict'): Promise<string> {
  try {
    await patched(operation, profile)
  } catch (error) {
    assert.ok(error instanceof ScimProblem, String(error))
    assert.equal(error.status, 400)
    return error.scimType
  }
  return 'none'
}

async function titled(count: number) {
  const Operations = Array.from({ length: count }, (_, at) => ({
    op: 'replace',
    path: 'title',
    value: `T${at}`,
  }))
  const reading = { client: clientProfiles.strict, notes: [] }
  const body = { schemas: [urns.patch], Operations }
  const { document } = await applyPatch(userType, ada, { body, reading })
  return document['title']
}

test('a PATCH has at most a thousand operations', async () => {
  assert.equal(await titled(1000), 'T999')
  await assert.rejects(titled(1001), /Operations has more than 1000 operations/)
})

test('add, replace and remove change what their path names (RFC 7644, 3.5.2)', async () => {
  const cases: [object, object][] = [
    [{ op: 'add', path: 'nickName', value: 'Countess' }, { nickName: 'Countess' }],
    [{ op: 'replace', path: 'title', value: 'Poet' }, { title: 'Poet' }],
    [{ op: 'replace', path: 'nickName', value: 'New' }, { nickName: 'New' }],
    [{ op: 'remove', path: 'title' }, { title: undefined }],
    [{ op: 'remove', path: 'nickName' }, { nickName: undefined }],
    [
      { op: 'replace', path: 'name.familyName', value: 'Byron' },
      { name: { givenName: 'Ada', familyName: 'Byron' } },
    ],
    [
      { op: 'replace', path: 'name', value: { familyName: 'Byron' } },
      { name: { givenName: 'Ada', familyName: 'Byron' } },
    ],
    [{ op: 'remove', path: 'name.givenName' }, { name: { familyName: 'Lovelace' } }],
    [{ op: 'remove', path: 'name' }, { name: undefined }],
    [
      { op: 'add', value: { title: 'Poet', nickName: 'N' } },
      { title: 'Poet', nickName: 'N' },
    ],
    [
      { op: 'replace', path: `${enterprise}:department`, value: 'Poems' },
      { [enterprise]: { department: 'Poems', manager: { value: 'm1' } } },
    ],
    [
      { op: 'add', path: `${enterprise}:manager.value`, value: 'm2' },
      { [enterprise]: { department: 'Engines', manager: { value: 'm2' } } },
    ],
    [
      { op: 'add', value: { [enterprise]: { costCenter: '7' } } },
      { [enterprise]: { department: 'Engines', manager: { value: 'm1' }, costCenter: '7' } },
    ],
    [{ op: 'replace', value: { [urns.user]: { title: 'Poet' } } }, { title: 'Poet' }],
    [{ op: 'remove', path: enterprise }, { [enterprise]: undefined }],
    [{ op: 'replace', path: `${urns.user}:title`, value: 'Poet' }, { title: 'Poet' }],
  ]
  for (const [operation, expected] of cases)
    assert.deepEqual(
      { ...ada, ...expected },
      { ...expectedKeys(expected), ...(await patched(operation)) },
    )
})

/** Keys that are gone compare as undefined. */
function expectedKeys(expected: object): object {
  return Object.fromEntries(Object.keys(expected).map((key) => [key, undefined]))
}

test('values of a list are added once, chosen by a filter, and preferred one at a time', async () => {
  const emails = async (operation: object) => (await patched(operation))['emails']
  const [work, home] = ada.emails
  const next = { value: 'a@new.example', type: 'other' }
  assert.deepEqual(await emails({ op: 'add', path: 'emails', value: [next] }), [work, home, next])
  assert.deepEqual(await emails({ op: 'add', path: 'emails', value: next }), [work, home, next])
  assert.deepEqual(await emails({ op: 'add', path: 'emails', value: [home] }), [work, home])
  assert.deepEqual(
    await emails({ op: 'add', path: 'emails', value: [{ ...next, primary: true }] }),
    [{ ...work, primary: false }, home, { ...next, primary: true }],
  )
  assert.deepEqual(await emails({ op: 'replace', path: 'emails', value: [next] }), [next])
  assert.deepEqual(
    await emails({ op: 'replace', path: 'emails[type eq "HOME"].value', value: 'h@x.example' }),
    [work, { ...home, value: 'h@x.example' }],
  )
  assert.deepEqual(await emails({ op: 'replace', path: 'emails[type eq "home"]', value: next }), [
    work,
    next,
  ])
  assert.deepEqual(
    await emails({
      op: 'replace',
      path: 'emails[type eq "work"]',
      value: { value: 'a@new.example' },
    }),
    [{ value: 'a@new.example' }, home],
  )
  assert.deepEqual(
    await emails({ op: 'add', path: 'emails[type eq "work"]', value: { display: 'Ada' } }),
    [{ ...work, display: 'Ada' }, home],
  )
  assert.deepEqual(await emails({ op: 'remove', path: 'emails[type eq "work"]' }), [home])
  assert.deepEqual(await emails({ op: 'remove', path: 'emails[primary eq "True"]' }), [home])
  assert.deepEqual(await emails({ op: 'remove', path: 'emails[primary eq false]' }), [work])
  assert.deepEqual(await emails({ op: 'remove', path: 'emails[type eq "none"]' }), [work, home])
  assert.deepEqual(await emails({ op: 'remove', path: 'emails[not (primary eq true)].type' }), [
    work,
    { value: home?.value },
  ])
  assert.equal(await emails({ op: 'remove', path: 'emails' }), undefined)
  assert.deepEqual(
    (await patched({ op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' }))[
      'phoneNumbers'
    ],
    [{ type: 'work', value: '1' }],
  )
})

test('what can not be done is refused by the word that RFC 7644 has for it', async () => {
  const cases: [object, string][] = [
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'replace', path: 'ims[type eq "x"].value', value: '1' }, 'noTarget'],
    [{ op: 'add', path: 'favouriteColour', value: 'red' }, 'invalidPath'],
    [{ op: 'add', path: 'name.middle', value: 'red' }, 'invalidPath'],
    [{ op: 'add', path: 'title[value eq "x"]', value: 'red' }, 'invalidPath'],
    [{ op: 'add', path: 'emails[colour eq "x"].value', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: 'emails[type eq].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'add', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'replace', path: 'meta.created', value: 'x' }, 'mutability'],
    [{ op: 'add', path: 'groups', value: [{ value: 'x' }] }, 'mutability'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
    [{ op: 'replace', path: 'title', value: ['x', 'y'] }, 'invalidValue'],
    [{ op: 'add', path: 'title' }, 'invalidValue'],
    [{ op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
  ]
  for (const [operation, scimType] of cases)
    assert.equal(await refusal(operation), scimType, JSON.stringify(operation))
})

test('a filter compares texts by each operator, in the order of their characters', async () => {
  const emails = ['a@x.example', 'b@x.example', 'c@y.example'].map((value) => ({ value }))
  const found: Record<string, string> = {
    'eq "b@x.example"': 'b',
    'ne "b@x.example"': 'ac',
    'co "@x."': 'ab',
    'sw "a@"': 'a',
    'ew "y.example"': 'c',
    'gt "b@x.example"': 'c',
    'ge "b@x.example"': 'bc',
    'lt "b@x.example"': 'a',
    'le "b@x.example"': 'ab',
    pr: 'abc',
  }
  for (const [comparison, expected] of Object.entries(found)) {
    const marked = { op: 'replace', path: `emails[value ${comparison}].type`, value: 'found' }
    const body = { schemas: [urns.patch], Operations: [marked] }
    const reading = { client: clientProfiles.strict, notes: [] }
    const { document } = await applyPatch(userType, { userName: 'ada', emails }, { body, reading })
    const matched = Array.isArray(document['emails'])
      ? document['emails'].filter((each) => JSON.stringify(each).includes('"found"'))
      : []
    const letters = matched.map((each) => JSON.stringify(each).slice('{"value":"'.length)[0])
    assert.equal(letters.join(''), expected, comparison)
  }
})

test('a list of operations applies in its order, or not at all', async () => {
  const Operations = [
    { op: 'replace', path: 'title', value: 'One' },
    { op: 'add', path: 'title', value: 'Two' },
  ]
  const reading = { client: clientProfiles.strict, notes: [] }
  const apply = (more: object[]) =>
    applyPatch(userType, ada, {
      body: { schemas: [urns.patch], Operations: [...Operations, ...more] },
      reading,
    })
  assert.equal((await apply([])).document['title'], 'Two')
  await assert.rejects(apply([{ op: 'remove', path: 'userName' }]))
  assert.equal(ada.title, 'Analyst')
})

test('operations in capitals, booleans as texts, paths as keys and managers as ids are read', async () => {
  assert.equal((await patched({ op: 'Replace', path: 'active', value: 'False' }))['active'], false)
  const managed = await patched({ op: 'Add', path: `${enterprise}:manager`, value: 'm9' })
  assert.deepEqual(managed[enterprise], { department: 'Engines', manager: { value: 'm9' } })
  const values = {
    displayName: 'Ada B',
    'name.familyName': 'Byron',
    [`${enterprise}:department`]: 'Poems',
    'emails[type eq "work"].value': 'ada@new.example',
  }
  const changed = await patched({ op: 'Replace', value: values })
  assert.equal(changed['displayName'], 'Ada B')
  assert.deepEqual(changed['name'], { givenName: 'Ada', familyName: 'Byron' })
  assert.deepEqual(changed[enterprise], { department: 'Poems', manager: { value: 'm1' } })
  assert.deepEqual(changed['emails'], [
    { value: 'ada@new.example', type: 'work', primary: true },
    ada.emails[1],
  ])
  assert.deepEqual(
    (
      await patched(
        { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'DE' },
        'entra',
      )
    )['addresses'],
    [{ type: 'work', country: 'DE' }],
  )
})

test('what the server says of a resource is passed over in the value of a PATCH', async () => {
  const value = { schemas: [urns.user], meta: { version: 'W/"1"' }, title: 'Poet' }
  assert.deepEqual(await patched({ op: 'replace', value }), { ...ada, title: 'Poet' })
})

test('Okta repeats the id in the value of a PATCH', async () => {
  const operation = { op: 'replace', value: { id: 'x', title: 'Poet' } }
  assert.equal((await patched(operation, 'okta'))['title'], 'Poet')
  assert.equal(await refusal(operation), 'mutability')
})

/** A user with so many values, changed as Okta does. */
async function patchMany(
  count: number,
  operations: object[],
  value = (at: number) => `a${at}@x.example`,
) {
  const emails = Array.from({ length: count }, (_, at) => ({ value: value(at), type: `t${at}` }))
  const body = { schemas: [urns.patch], Operations: operations }
  const reading = { client: clientProfiles.okta, notes: [] }
  const { document } = await applyPatch(userType, { userName: 'a', emails }, { body, reading })
  return { emails: document['emails'], notes: reading.notes }
}

const repeated = (count: number, operation: object) =>
  Array.from({ length: count }, () => operation)

test('a PATCH that compares too much is refused, with what to do', async () => {
  const filter = Array.from({ length: 100 }, (_, at) => `value co "${at}q"`).join(' or ')
  const remove = { op: 'remove', path: `emails[${filter}]` }
  const cases: [string, () => Promise<unknown>][] = [
    ['many values', () => patchMany(1000, repeated(20, remove))],
    ['long values', () => patchMany(10, repeated(20, remove), () => 'x'.repeat(20_000))],
    [
      'changed values',
      () => patchMany(1000, repeated(1000, { op: 'add', path: 'emails.type', value: 'x' })),
    ],
    [
      'many extensions',
      () => {
        const urns = Array.from({ length: 2000 }, (_, at) => `urn:example:e${at}:k`)
        const value = Object.fromEntries(urns.map((urn) => [urn, 1]))
        return patchMany(0, [
          { op: 'add', value },
          { op: 'add', value },
        ])
      },
    ],
  ]
  for (const [name, apply] of cases)
    await assert.rejects(
      apply,
      { status: 400, scimType: 'tooMany', message: /several requests/ },
      name,
    )
  // What no client sends at once, and may.
  const adds = Array.from({ length: 1000 }, (_, at) => ({
    op: 'add',
    path: 'emails',
    value: [{ value: `b${at}@x.example`, primary: true }],
  }))
  assert.equal(asList((await patchMany(0, adds)).emails).length, 1000)
  assert.equal(asList((await patchMany(1000, [remove])).emails).length, 1000)
})

function asList(value: unknown): unknown[] {
  assert.ok(Array.isArray(value))
  return value
}

async function leftOfThree(value: object[]): Promise<number> {
  const { emails } = await patchMany(3, [{ op: 'remove', path: 'emails', value }])
  return asList(emails).length
}

test('values that are removed by value are each looked up once', async () => {
  await assertGrowsLinearly(250, async (size) => {
    const value = Array.from({ length: size }, (_, at) => ({ type: `z${at}` }))
    const { emails } = await patchMany(size, [{ op: 'remove', path: 'emails', value }])
    assert.equal(asList(emails).length, size)
  })
  assert.equal(
    await leftOfThree([{ value: 'a0@x.example' }, { value: 'a1@x.example', type: 't1' }]),
    1,
  )
  assert.equal(await leftOfThree([{ value: 'a1@x.example', type: 'other' }, { type: 't2' }]), 3)
})

test('others get turns while a PATCH compares many values', async () => {
  const filter = Array.from({ length: 100 }, (_, at) => `value co "${at}q"`).join(' or ')
  const extension = Object.fromEntries(
    Array.from({ length: 1900 }, (_, at) => [`urn:example:e${at}:k`, 1]),
  )
  const cases: Record<string, object[]> = {
    'long filters': repeated(8, { op: 'remove', path: `emails[${filter}]` }),
    'many filters': repeated(200, { op: 'remove', path: 'emails[value eq "x"]' }),
    'many extensions': [{ op: 'add', value: extension }],
  }
  for (const [name, operations] of Object.entries(cases)) {
    const turns = await turnsDuring(() => patchMany(900, operations))
    assert.ok(turns >= 1, `${name}: ${turns} turns`)
  }
})

/** How many turns of the event loop others get until the work is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const takeTurns = () => {
    turns += 1
    if (!isDone) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  await work().finally(() => (isDone = true))
  return turns
}

test('a value that a filter puts in many places is read once', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, 1]))
  const value = { value: 'same@x.example', ...unknown }
  const { notes } = await patchMany(1000, [{ op: 'replace', path: 'emails[value pr]', value }])
  assert.equal(notes.length, 50)
})

async function steps(operation: object) {
  const body = { schemas: [urns.patch], Operations: [operation] }
  const reading = { client: clientProfiles.strict, notes: [] }
  const { members } = await applyPatch(groupType, { displayName: 'G' }, { body, reading })
  return members
}

test('members change by their ids, and are removed by value', async () => {
  assert.deepEqual(await steps({ op: 'add', path: 'members', value: [{ value: 'a' }] }), [
    { kind: 'add', ids: ['a'] },
  ])
  assert.deepEqual(await steps({ op: 'remove', path: 'members[value eq "a" or value eq "b"]' }), [
    { kind: 'remove', ids: ['a', 'b'] },
  ])
  assert.deepEqual(await steps({ op: 'remove', path: 'members' }), [{ kind: 'replace', ids: [] }])
  const byValue = { op: 'remove', path: 'members', value: [{ value: 'a' }] }
  assert.deepEqual(await steps(byValue), [{ kind: 'remove', ids: ['a'] }])
  const ofUser = 'members[value eq "a" and type eq "User"]'
  assert.deepEqual(await steps({ op: 'remove', path: ofUser }), [{ kind: 'remove', ids: ['a'] }])
  for (const other of ['display eq "a"', 'value eq "a" and type eq "Group"'])
    await assert.rejects(steps({ op: 'remove', path: `members[${other}]` }), /members\[value eq/)
})

test('a list of one value stays a list where no schema says that there is one', async () => {
  const urn = 'urn:acme:params:scim:schemas:User'
  const teams = ['blue']
  for (const operation of [
    { op: 'replace', path: `${urn}:teams`, value: teams },
    { op: 'add', path: `${urn}:teams`, value: teams },
    { op: 'add', value: { [`${urn}:teams`]: teams } },
  ])
    assert.deepEqual((await patched(operation))[urn], { teams }, JSON.stringify(operation))
})

test('the value of an extension without a schema is one whole, new or known, of which the other parts stay', async () => {
  const urn = 'urn:acme:params:scim:schemas:User'
  const body = {
    schemas: [urns.patch],
    Operations: [
      { op: 'add', value: { [urn]: { teams: ['blue'], desk: '4' } } },
      { op: 'replace', value: { [urn]: { desk: '5', floor: '1' } } },
      { op: 'replace', value: { [urn]: { floor: null }, [`${urn}:badge`]: { number: '7' } } },
    ],
  }
  const reading = { client: clientProfiles.strict, notes: [] }
  const { document } = await applyPatch(userType, ada, { body, reading })
  const { [urn]: extension, ...rest } = document
  assert.deepEqual(extension, { teams: ['blue'], desk: '5', badge: { number: '7' } })
  assert.deepEqual(Object.keys(rest).toSorted(), Object.keys(ada).toSorted())
})
