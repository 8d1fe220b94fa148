import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testServer } from '../../../test/harness.ts'
import { core, scimEndpoint, type ScimEndpoint } from './scim-for-tests.ts'

const server = await testServer()
let scim: ScimEndpoint
const ids = new Map<string, string>()

before(async () => {
  scim = await scimEndpoint(server)
  const people: [string, object][] = [
    [
      'ada@example.com',
      {
        externalId: 'X-1',
        title: 'Analyst',
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        emails: [
          { value: 'ada@work.example', type: 'work', primary: true },
          { value: 'ada@home.example', type: 'home' },
        ],
        [core.enterprise]: { department: 'Engines', manager: { value: 'm1' } },
      },
    ],
    [
      'ben@example.com',
      { title: 'analyst II', active: false, emails: [{ value: 'ben@home.example', type: 'home' }] },
    ],
    ['cem\\dea', { displayName: 'Zed "the" O’Neil', [core.enterprise]: { department: 'Poems' } }],
  ]
  for (const [name, more] of people) ids.set(name, (await scim.user(name, more)).body.id)
  const group = await scim.send('POST', '/Groups', {
    body: {
      schemas: [core.group],
      displayName: 'Engineers',
      members: [{ value: ids.get('ada@example.com') }],
    },
  })
  ids.set('Engineers', group.body.id)
})

type Listed = { userName: string }

async function found(filter: string, kind = 'Users'): Promise<string[]> {
  const { status, body } = await scim.send('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)
  assert.equal(status, 200, `${filter}: ${JSON.stringify(body)}`)
  assert.equal(body.totalResults, body.Resources.length)
  return body.Resources.map(
    ({ userName, displayName }: { userName?: string; displayName: string }) =>
      (userName ?? displayName).slice(0, 3),
  ).toSorted()
}

test('filters find what RFC 7644, 3.4.2.2, says that they find', async () => {
  const ada = ids.get('ada@example.com') ?? ''
  const cases: [string, string[]][] = [
    ['userName eq "ADA@example.com"', ['ada']],
    ['userName eq "nobody"', []],
    ['userName ne "ada@example.com"', ['ben', 'cem']],
    ['userName co "EXAMPLE"', ['ada', 'ben']],
    ['userName sw "b"', ['ben']],
    ['userName ew ".com"', ['ada', 'ben']],
    ['userName gt "b"', ['ben', 'cem']],
    ['userName le "ben@example.com"', ['ada', 'ben']],
    [`id eq "${ada}"`, ['ada']],
    ['externalId eq "X-1"', ['ada']],
    ['externalId eq "x-1"', []],
    ['title pr', ['ada', 'ben']],
    ['not (title pr)', ['cem']],
    ['title eq "ANALYST"', ['ada']],
    ['name.familyName eq "lovelace"', ['ada']],
    ['name.familyName ne "lovelace"', ['ben', 'cem']],
    ['active eq true', ['ada', 'cem']],
    ['active eq false', ['ben']],
    ['emails pr', ['ada', 'ben']],
    ['emails.value eq "ada@HOME.example"', ['ada']],
    ['emails co "home"', ['ada', 'ben']],
    ['emails[type eq "work" and value co "@work"]', ['ada']],
    ['emails[type eq "work" and value co "@home"]', []],
    ['emails[not (type eq "home")]', ['ada']],
    ['emails.primary eq true', ['ada']],
    ['title sw "analyst" and active eq false', ['ben']],
    ['title pr and not (title eq "analyst") or userName sw "c"', ['ben', 'cem']],
    ['(title pr or userName sw "c") and active eq true', ['ada', 'cem']],
    [`${core.enterprise}:department eq "engines"`, ['ada']],
    [`${core.enterprise}:manager.value eq "m1"`, ['ada']],
    [`${core.user}:userName eq "ben@example.com"`, ['ben']],
    [String.raw`userName eq "cem\\dea"`, ['cem']],
    [String.raw`userName eq "cem\dea"`, ['cem']],
    [String.raw`displayName co "\"the\""`, ['cem']],
    ['displayName co "O\\u2019Neil"', ['cem']],
    ['meta.created gt "2020-01-01T00:00:00Z"', ['ada', 'ben', 'cem']],
    ['meta.lastModified lt "2020-01-01T00:00:00Z"', []],
    ['meta.resourceType eq "User"', ['ada', 'ben', 'cem']],
    [`groups.value eq "${ids.get('Engineers') ?? ''}"`, ['ada']],
    [`schemas eq "${core.user}"`, ['ada', 'ben', 'cem']],
    [`schemas eq "${core.enterprise.toUpperCase()}"`, ['ada', 'cem']],
    [`schemas ne "${core.enterprise}"`, ['ben']],
    ['schemas co "enterprise"', ['ada', 'cem']],
    [`${core.enterprise} pr`, ['ada', 'cem']],
    ['emails eq null', ['cem']],
    ['emails ne null', ['ada', 'ben']],
    ['title eq null', ['cem']],
    ['title gt "analyst"', ['ben']],
    ['title ge "analyst"', ['ada', 'ben']],
    ['externalId eq null', ['ben', 'cem']],
    ['externalId ne null', ['ada']],
    ['userName ne null', ['ada', 'ben', 'cem']],
    ['name eq null', ['ben', 'cem']],
    ['name ne null', ['ada']],
    ['name pr', ['ada']],
    ['emails.type pr', ['ada', 'ben']],
    ['emails[value pr and not (primary eq true)]', ['ada', 'ben']],
    ['nickName ne "x"', ['ada', 'ben', 'cem']],
    ['displayName ew "😀"', []],
    // Of several values one has to meet it, and where there is none, only `ne` and `eq null` hold.
    ['emails.value ne "ada@work.example"', ['ada', 'ben', 'cem']],
    ['emails.value ne "ben@home.example"', ['ada', 'cem']],
    ['emails ne "ben@home.example"', ['ada', 'cem']],
    ['not (emails.value ne "ben@home.example")', ['ben']],
    ['emails.type ne "home"', ['ada', 'cem']],
    ['emails.primary ne true', ['ada', 'ben', 'cem']],
    ['emails.primary ne false', ['ada', 'cem']],
    ['emails.primary eq false', ['ada', 'ben']],
    ['emails.value eq null', ['cem']],
    ['emails.value ne null', ['ada', 'ben']],
    ['emails.primary eq null', ['ada', 'ben', 'cem']],
    ['emails.primary ne null', ['ada']],
    ['emails.display eq null', ['ada', 'ben', 'cem']],
    ['emails[value ne "x"]', ['ada', 'ben']],
    ['emails.value co ""', ['ada', 'ben']],
    ['ims.value ne "x"', ['ada', 'ben', 'cem']],
    ['addresses.country ne "DE"', ['ada', 'ben', 'cem']],
    [`${core.enterprise}:manager.value ne "m1"`, ['ben', 'cem']],
  ]
  for (const [filter, expected] of cases) assert.deepEqual(await found(filter), expected, filter)
  assert.deepEqual(await found('displayName eq "engineers"', 'Groups'), ['Eng'])
  assert.deepEqual(await found(`members.value eq "${ada}"`, 'Groups'), ['Eng'])
  assert.deepEqual(await found(`members[value eq "x"]`, 'Groups'), [])
})

test('a filter that can not be read, or names no attribute, is 400 invalidFilter', async () => {
  for (const filter of [
    'userName',
    'userName eq',
    'userName eq Ada',
    'userName is "x"',
    'favouriteColour eq "red"',
    'name eq "x"',
    'active gt true',
    'title gt null',
    'title co null',
    'emails lt null',
    'emails[value sw null]',
    'active eq "perhaps"',
    'x509Certificates.value gt "a"',
    'x509Certificates[value le "a"]',
    'emails[type eq "work"].value eq "x"',
    'meta.created gt "yesterday"',
    'meta.created gt "-271821-04-20T00:00:00Z"',
    String.raw`id eq "\u0000"`,
    'addresses eq "nonsense"',
    'title[value eq "x"]',
    'emails[colour eq "x"]',
    '(userName eq "x"',
    `${'('.repeat(60)}title pr${')'.repeat(60)}`,
    `userName eq "${'x'.repeat(3000)}"`,
    'userName eq "x"; drop table identity',
  ]) {
    const { status, body } = await scim.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    assert.deepEqual([status, body.scimType], [400, 'invalidFilter'], filter)
  }
})

test('pages go by index and by cursor, and the total is that of the filter', async () => {
  const page = async (query: string) => (await scim.send('GET', `/Users?${query}`)).body
  const first = await page('startIndex=1&count=2')
  assert.deepEqual([first.totalResults, first.itemsPerPage, first.startIndex], [3, 2, 1])
  const second = await page('startIndex=3&count=2')
  assert.deepEqual([second.itemsPerPage, second.startIndex], [1, 3])
  assert.deepEqual((await page('count=0')).Resources, [])
  assert.equal((await page('count=0')).totalResults, 3)
  assert.equal((await page('count=-1')).itemsPerPage, 0)
  assert.equal((await page('startIndex=-5&count=1')).startIndex, 1)
  assert.equal((await page('count=99999999999999999999')).itemsPerPage, 3)
  assert.deepEqual((await page('startIndex=99999999999999999999')).Resources, [])
  for (const count of ['x', '1.5']) {
    const { status, body } = await scim.send('GET', `/Users?count=${count}`)
    assert.deepEqual([status, body.scimType], [400, 'invalidCount'])
  }

  for (const sort of ['', '&sortBy=userName', '&sortBy=userName&sortOrder=descending']) {
    const names: string[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const { Resources, nextCursor, totalResults, startIndex } = await page(
        `count=1&cursor=${encodeURIComponent(cursor)}${sort}`,
      )
      assert.deepEqual([totalResults, startIndex], [3, undefined])
      names.push(...Resources.map(({ userName }: Listed) => userName))
      cursor = nextCursor
    }
    assert.equal(new Set(names).size, 3)
    if (sort !== '')
      assert.deepEqual(
        names,
        sort.includes('desc') ? names.toSorted().toReversed() : names.toSorted(),
      )
  }
  const { nextCursor } = await page('count=1&cursor=')
  const refused: [string, string][] = [
    [`count=1&cursor=${nextCursor}&filter=title%20pr`, 'invalidCursor'],
    [`count=1&cursor=${nextCursor}&sortBy=title`, 'invalidCursor'],
    [`count=2&cursor=${nextCursor}`, 'invalidCount'],
    ['count=1&cursor=forged', 'invalidCursor'],
    ['count=1&cursor=&startIndex=1', 'invalidCursor'],
  ]
  for (const [query, scimType] of refused) {
    const { status, body } = await scim.send('GET', `/Users?${query}`)
    assert.deepEqual([status, body.scimType], [400, scimType], query)
  }
  assert.equal((await page(`cursor=${nextCursor}`)).itemsPerPage, 1)
  assert.match(nextCursor, /^[\w.~-]+$/)
  const groups = await scim.send('GET', `/Groups?count=1&cursor=${nextCursor}`)
  assert.equal(groups.body.scimType, 'invalidCursor')
  const none = await page('count=0&cursor=')
  assert.deepEqual([none.totalResults, none.Resources, none.nextCursor], [3, [], undefined])
})

test('lists are sorted by what sortBy names, the preferred value of several', async () => {
  const names = async (query: string) =>
    (await scim.send('GET', `/Users?${query}`)).body.Resources.map(({ userName }: Listed) =>
      userName.slice(0, 3),
    )
  assert.deepEqual(await names('sortBy=userName&sortOrder=descending'), ['cem', 'ben', 'ada'])
  assert.deepEqual(await names('sortBy=emails.value'), ['ada', 'ben', 'cem'])
  assert.deepEqual(await names('sortBy=emails&sortOrder=descending'), ['cem', 'ben', 'ada'])
  assert.deepEqual(await names('sortBy=externalId&startIndex=1'), ['ada', 'ben', 'cem'])
  assert.deepEqual(await names('sortBy=meta.created'), ['ada', 'ben', 'cem'])
  assert.equal((await scim.send('GET', '/Users?sortBy=name')).status, 400)
  assert.equal((await scim.send('GET', '/Users?sortBy=userName&sortOrder=up')).status, 400)
})

test('attributes names what an answer has, and excludedAttributes what it has not', async () => {
  const ada = ids.get('ada@example.com') ?? ''
  const keys = async (query: string) => {
    const { body } = await scim.send('GET', `/Users/${ada}?${query}`)
    return Object.keys(body).toSorted()
  }
  assert.deepEqual(await keys('attributes=userName'), ['id', 'schemas', 'userName'])
  const some = await scim.send('GET', `/Users/${ada}?attributes=name.givenName,EMAILS.value`)
  assert.deepEqual(
    [some.body.name, some.body.emails],
    [{ givenName: 'Ada' }, [{ value: 'ada@work.example' }, { value: 'ada@home.example' }]],
  )
  const without = await keys('excludedAttributes=emails,name,id,schemas')
  assert.ok(!without.includes('emails') && !without.includes('name'))
  assert.ok(without.includes('id') && without.includes('schemas'))
  const all = await keys('')
  assert.deepEqual(
    await keys('excludedAttributes=title'),
    all.filter((name) => name !== 'title'),
  )
  const department = `${core.enterprise}:department`
  const extension = await scim.send('GET', `/Users/${ada}?attributes=${department}`)
  assert.deepEqual(extension.body[core.enterprise], { department: 'Engines' })
  assert.equal(
    (await scim.send('GET', `/Users/${ada}?attributes=a&excludedAttributes=b`)).status,
    400,
  )
  const groups = await scim.send('GET', '/Groups?excludedAttributes=members')
  assert.equal(groups.body.Resources[0].members, undefined)
})

test('a search by POST finds the same, in one kind or in all', async () => {
  const body = {
    schemas: [core.search],
    filter: 'userName sw "a"',
    attributes: ['userName'],
    startIndex: 1,
    count: 10,
  }
  const users = await scim.send('POST', '/Users/.search', { body })
  assert.deepEqual(
    [users.status, users.body.totalResults, users.body.Resources[0].userName],
    [200, 1, 'ada@example.com'],
  )
  const all = await scim.send('POST', '/.search', { body: { schemas: [core.search], count: 2 } })
  assert.deepEqual([all.body.totalResults, all.body.itemsPerPage], [4, 2])
  const named = await scim.send('POST', '/.search', {
    body: { schemas: [core.search], filter: 'displayName eq "Engineers"' },
  })
  assert.equal(named.body.totalResults, 1)
  const wrong = { schemas: [core.user] }
  assert.equal((await scim.send('POST', '/.search', { body: wrong })).status, 400)
})

const names = ({ Resources }: { Resources: (Listed & { displayName: string })[] }) =>
  Resources.map(({ userName, displayName }) => (userName ?? displayName).slice(0, 3))

test('a search of all kinds filters, sorts and pages them together', async () => {
  const search = async (body: object) => {
    const sent = { body: { schemas: [core.search], ...body } }
    const answer = await scim.send('POST', '/.search', sent)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const found = async (filter: string) => names(await search({ filter })).toSorted()
  // What a kind has not is an attribute without a value (RFC 7644, 3.4.2.1).
  assert.deepEqual(await found('userName sw "a" or displayName eq "engineers"'), ['Eng', 'ada'])
  assert.deepEqual(await found('not (userName pr)'), ['Eng'])
  assert.deepEqual(await found('userName ne "ada@example.com"'), ['Eng', 'ben', 'cem'])
  for (const filter of ['active eq true', 'active eq "True"'])
    assert.deepEqual(await found(filter), ['ada', 'cem'])
  for (const filter of [
    'emails.value ne "x"',
    'emails ne "ben@home.example"',
    'emails.value eq null',
    'emails.type ne "home"',
    'emails.primary ne false',
    'title ne "x"',
    'title eq null',
  ]) {
    const listed = await scim.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    // A group has none of these, as a user without a value has none.
    assert.deepEqual(await found(filter), [...names(listed.body), 'Eng'].toSorted(), filter)
  }
  const bySearch = { schemas: [core.search], filter: 'emails.value ne "ben@home.example"' }
  const users = await scim.send('POST', '/Users/.search', { body: bySearch })
  assert.deepEqual(names(users.body).toSorted(), ['ada', 'cem'])
  assert.deepEqual(await found('emails[type eq "work"]'), ['ada'])
  assert.deepEqual(await found('meta.resourceType eq "Group"'), ['Eng'])
  assert.deepEqual(names(await search({ sortBy: 'displayName' })).slice(0, 2), ['Eng', 'cem'])
  assert.deepEqual(names(await search({ sortBy: 'userName' })), ['ada', 'ben', 'cem', 'Eng'])
  const last = await search({ sortBy: 'userName', startIndex: 3, count: 2 })
  assert.deepEqual([names(last), last.totalResults], [['cem', 'Eng'], 4])
  const walked: string[] = []
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const page = await search({ sortBy: 'userName', count: 3, cursor })
    walked.push(...names(page))
    cursor = page.nextCursor
  }
  assert.deepEqual(walked, ['ada', 'ben', 'cem', 'Eng'])
  const unknown = { schemas: [core.search], filter: 'favouriteColour pr' }
  const refused = await scim.send('POST', '/.search', { body: unknown })
  assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidFilter'])
})
