import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { encodeId } from '../../src/contract/ids.ts'
import { freePort } from '../../src/http/free-port.ts'
import { makeOwner, testServer } from '../harness.ts'
import { makeIdentity, makeMember } from '../people.ts'
import { storeIntegrations, storePeople } from '../people-fixture.ts'
import { assertAccessible, openBrowser, watchForErrors, withoutBrowser } from './browser.ts'
import { builtConsole } from './built-console.ts'

test(
  'on the page of a group without rules one asks for rules, sees whom they miss, and starts drafts from them',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const [browser, consoleDirectory, port] = await Promise.all([
      openBrowser(),
      builtConsole(),
      freePort('127.0.0.1', 0),
    ])
    after(() => browser.close())
    const server = await testServer({ consoleDirectory, port })
    await storeIntegrations(server.database)
    await storePeople(
      server.database,
      Array.from({ length: 60 }, (_, at) => ({
        email: `person-${at}@x.example`,
        profile: { department: ['Sales', 'Legal', 'Support'][at % 3] },
      })),
    )
    const [place] = await server.query<{ id: string; integration: string }>(
      `select id, integration_id as integration from resource where vendor_id = '12'`,
    )
    const uuid = place?.id ?? ''
    const group = encodeId('resource', uuid)
    const people = await server.query<{ uuid: string; at: number }>(
      `select id as uuid, substring(email from '[0-9]+')::int as at from directory_user`,
    )
    // Sales, and a stranger.
    for (const person of people.filter(({ at }) => at % 3 === 0 || at === 1)) {
      const integration = { id: '', uuid: place?.integration ?? '' }
      const identity = await makeIdentity(server, integration, { id: '', uuid: person.uuid }, {})
      await makeMember(server, { id: group, uuid }, identity, 'developer')
    }
    await server.query(
      `update directory_user set first_name = 'Ida', last_name = 'Stranger' where email = 'person-1@x.example'`,
    )
    const owner = await makeOwner(server)
    const page = await (await browser.newContext()).newPage()
    const errors = watchForErrors(page)
    const link = await server.call('POST', '/auth/sign-in-link', { token: owner.token, body: {} })
    await page.goto(link.body.url)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'))

    await page.goto(`${server.origin}/groups/${group}`)
    await page.getByRole('button', { name: 'Suggest rules' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rules that explain who is a member' })
    await dialog.getByText('This rule admits 20 of 21 members, and nobody else.').waitFor()
    await dialog.getByText('Put the group under rules to start drafts from these.').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')

    const created = await server.call('POST', '/policy/rulesets', {
      token: owner.token,
      body: { resource_id: group, state: 'managed' },
    })
    assert.equal(created.status, 201, created.text)
    await page.goto(`${server.origin}/groups/${group}/rules`)
    await page.getByRole('button', { name: 'Suggest rules' }).click()
    await dialog.getByText('department is Sales').waitFor()
    const missing = dialog.getByRole('region', { name: '1 member would be missing' })
    await missing.getByRole('link', { name: 'Ida Stranger' }).waitFor()
    await assertAccessible(page)
    await dialog
      .getByRole('checkbox', { name: /Give the one who could have an exception one until/ })
      .check()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Start a draft from this' }).click()
    await page.waitForURL((address) => address.pathname === `/policy/${created.body.id}`)
    await page.getByRole('row', { name: /department is Sales/ }).waitFor()
    await page.getByRole('button', { name: 'Suggest rules' }).waitFor()
    await assertAccessible(page)
    const { data } = (
      await server.get(`/policy/rulesets/${created.body.id}/manifest-users`, owner.token)
    ).body
    assert.equal(data.length, 1, 'the exception is in force, the draft is not')
    assert.deepEqual(errors.splice(0), [])
  },
)
