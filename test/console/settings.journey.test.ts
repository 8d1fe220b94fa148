import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from 'playwright-core'
import { connectOkta } from '../connect-okta.ts'
import { okta } from '../import-world.ts'
import { encodeId } from '../../src/contract/ids.ts'
import { makeCaller } from '../harness.ts'
import { makeDirectoryUser, makeIdentity, makeIntegration } from '../people.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

const skip = { skip: withoutBrowser, timeout: 900_000 }

const loseAnswer = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

test('limits, roles and the people who sign in are changed in the settings', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const { page, errors } = await signedInPage(world, owner)
  const get = async (path: string) => (await server.get(path, owner.token)).body

  await page.goto(`${server.origin}/settings`)
  await page.getByLabel('Lose access: people').fill('7')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('Raised: Lose access (people).').waitFor()
  await assertAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save limits' }).click()
  await page.getByText(/^Changed (just )?now/).waitFor()
  assert.equal((await get('/policy/settings')).removal_limit_people, 7)

  await makeCaller(server, ['policy.change.approve', 'directory.user.view'])
  const second = page.getByRole('checkbox', {
    name: /approved by one person and applied by another/,
  })
  await second.check()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page
    .getByRole('dialog')
    .getByText(/applied by another: on$/)
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save limits' }).click()
  await page.getByText(/^Changed (just )?now/).waitFor()
  assert.equal((await get('/policy/settings')).requires_second_approval, true)

  await page.getByRole('link', { name: 'Roles' }).click()
  await page.getByRole('button', { name: 'Create role' }).click()
  await page.getByLabel('Name').fill('support')
  await page.getByRole('checkbox', { name: 'directory.user.view' }).check()
  await assertAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Create role' }).click()
  await page.getByRole('complementary', { name: 'support' }).waitFor()
  await assertAccessible(page)

  await page.getByRole('link', { name: 'Workspace users' }).first().click()
  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByLabel('Name').fill('Tamsin Okafor')
  await page.getByLabel('Issuer').fill('https://id.example')
  await page.getByLabel('Subject').fill('248289761001')
  await page.getByRole('checkbox', { name: 'support' }).check()
  await page.getByLabel('Last day').fill('2020-02-03')
  await assertAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click()
  const lastDay = page.getByLabel('Last day')
  await page.locator('input[aria-invalid=true]').and(lastDay).waitFor()
  await page.getByText('must be in the future', { exact: true }).waitFor()
  await assertAccessible(page)
  errors.splice(0)
  await lastDay.fill('2031-02-03')
  await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click()
  await page.getByRole('heading', { name: 'Tamsin Okafor' }).waitFor()
  const user = /wsusr_\w+/.exec(page.url())?.[0] ?? ''
  assert.deepEqual((await get(`/workspace/users/${user}`)).roles, ['support'])
  await assertAccessible(page)

  // The end is moved and taken away, and one within a day stays with the other fields.
  const endOf = async () => (await get(`/workspace/users/${user}`)).timestamp.expires_at
  const save = async (change: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('button', { name: 'Change name, roles and last day' }).click()
    await change()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  }
  const saved = () => page.getByRole('dialog').waitFor({ state: 'detached' })
  const given = await endOf()
  assert.match(given, /^2031-02-0[34]T/)
  await save(async () => {
    assert.equal(await lastDay.inputValue(), '2031-02-03')
    await lastDay.fill('2020-02-03')
  })
  await page.locator('input[aria-invalid=true]').and(lastDay).waitFor()
  await assertAccessible(page)
  errors.splice(0)
  await lastDay.fill('2031-02-04')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await saved()
  assert.equal(Date.parse(await endOf()) - Date.parse(given), 86_400_000)
  const within = '2031-02-05T10:30:00.000Z'
  const body = { expires_at: within }
  await server.call('PATCH', `/workspace/users/${user}`, { token: owner.token, body })
  await page.reload()
  await save(() => page.getByLabel('Name').fill('Tamsin Okafor'))
  await saved()
  assert.equal(await endOf(), within)
  await save(() => lastDay.fill(''))
  await saved()
  assert.equal(await endOf(), null)

  const person = await makeDirectoryUser(server, { first_name: 'Tamsin', last_name: 'Okafor' })
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Link to a person' }).click()
  await page.getByRole('combobox', { name: 'Person of the directory' }).fill('tamsin')
  await page.getByRole('option', { name: /^Tamsin Okafor/ }).click()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save link' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Tamsin Okafor' }).waitFor()
  assert.equal((await get(`/workspace/users/${user}`)).directory_user_id, person.id)

  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Create a sign-in link' }).click()
  // A link whose answer was lost is not made twice.
  await page.route(/\/auth\/sign-in-link$/, loseAnswer, { times: 1 })
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('The link may have been made').waitFor()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('the answer that shows it was lost').waitFor()
  await assertAccessible(page)
  errors.splice(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Create a sign-in link' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.locator('output', { hasText: '/sign-in/mst_l' }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Sign-in links' }).click()
  await page.getByRole('button', { name: 'End unused links' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End unused links' }).click()
  await page.getByText('No sign-in links').waitFor()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Deactivate person' }).click()
  await page.getByText('Deactivated').first().waitFor()
  assert.equal((await get(`/workspace/users/${user}`)).state, 'deactivated')
  await page.goto(`${server.origin}/settings/users?state=any`)
  await page
    .getByRole('row', { name: /Tamsin Okafor/ })
    .getByRole('link', { name: 'Tamsin Okafor' })
    .nth(1)
    .waitFor()
  assert.deepEqual(errors, [])
})

test('own tokens are issued and revoked, and a session is ended', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const { page, errors } = await signedInPage(world, owner)
  const second = await signedInPage(world, owner)
  await second.page.waitForLoadState('networkidle')

  await page.goto(`${server.origin}/settings/tokens`)
  await page.getByRole('button', { name: 'Issue token' }).click()
  await page.getByLabel('Name').fill('laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Issue token' }).click()
  const secret = await page.locator('output', { hasText: /^mst_/ }).innerText()
  const { scopes } = (await server.get('/auth/test', secret)).body
  assert.deepEqual(scopes, ['*.view'])
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: 'laptop' }).waitFor()
  await assertAccessible(page)

  await page.getByRole('link', { name: 'My sessions' }).click()
  await page.getByRole('row', { name: /Chrome.*This session/ }).waitFor()
  await assertAccessible(page)
  await page
    .getByRole('row', { name: /Chrome/ })
    .filter({ hasNotText: 'This session' })
    .first()
    .click()
  await page.getByRole('button', { name: 'End session' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await page.getByText('1 session', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Appearance' }).click()
  await page.getByRole('radio', { name: /^Dark/ }).check()
  await assertAccessible(page)
  assert.deepEqual(errors, [])
})

test('a source shows its keys and accounts, and gets limits of its own', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const source = await makeIntegration(server, { name: 'Sign-on', handle: 'sso' })
  await makeIdentity(server, source, null, { full_name: 'Adrift <b>' })
  const { page, errors } = await signedInPage(world, owner)

  await page.goto(`${server.origin}/sources`)
  await page.getByRole('row', { name: /Sign-on/ }).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Change limits' }).click()
  await page.getByLabel('Accounts that end: %').fill('5')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('more than 5 % and more than 5').waitFor()
  await assertAccessible(page)
  const path = `/workspace/integrations/${source.id}`
  assert.equal((await server.get(path, owner.token)).body.account_limit_percent, 5)
  await page.getByText('No: its numbers say nothing').waitFor()
  await page.getByRole('button', { name: 'Change settings' }).click()
  await page.getByLabel('Its employee numbers are trusted').check()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Yes: its numbers are trusted').waitFor()
  assert.equal((await server.get(path, owner.token)).body.trusts_employee_id, true)
  await page.getByRole('link', { name: 'Accounts' }).click()
  await page.getByRole('row', { name: /Adrift <b>.*Orphan/ }).waitFor()
  await assertAccessible(page)
  assert.deepEqual(errors, [])
})

test(
  'an account of no one is linked to someone else than the suggested person, after its effect was shown',
  skip,
  async () => {
    const world = await openConsole()
    const { server, owner } = world
    const source = await makeIntegration(server, { name: 'Lockers', handle: 'lockers' })
    await makeDirectoryUser(server, { first_name: 'Ida', last_name: 'Found' })
    const person = await makeDirectoryUser(server, { first_name: 'Tamsin', last_name: 'Okafor' })
    const account = await makeIdentity(server, source, null, { full_name: 'Ida Found' })
    const { page, errors } = await signedInPage(world, owner)
    await page.goto(`${server.origin}/sources/accounts?state=orphan`)
    await page.getByRole('row', { name: /Ida Found.*Orphan/ }).click()
    const panel = page.getByRole('complementary', { name: 'Ida Found' })
    await panel.getByText('In common').waitFor()
    await assertAccessible(page)
    await panel.getByRole('button', { name: 'Link to someone else' }).click()
    await page.getByRole('combobox', { name: 'Person' }).fill('tamsin')
    await page.getByRole('option', { name: /^Tamsin Okafor/ }).click()
    await page.getByLabel('Reason').fill('HR confirmed it')
    const link = page.getByRole('button', { name: 'Link account' })
    await link.waitFor()
    await assertAccessible(page)
    await link.click()
    await page.getByText('No such accounts').waitFor()
    await page.getByText('Ida Found belongs to Tamsin Okafor now.').waitFor()
    const { body } = await server.get(`/directory/identities/${account.id}`, owner.token)
    assert.deepEqual([body.directory_user_id, body.linked_by], [person.id, 'administrator'])
    await assertAccessible(page)
    assert.deepEqual(errors, [])
  },
)

test(
  'a file is imported into a source, after a plan, and says what it left out',
  skip,
  async () => {
    const world = await openConsole()
    const { server, owner } = world
    const uuid = await connectOkta(server.database, ['department'])
    const path = `/workspace/integrations/${encodeId('integration', uuid)}`
    const { page, errors } = await signedInPage(world, owner)
    await page.goto(`${server.origin}/sources/${encodeId('integration', uuid)}/runs`)
    await page.getByText('Nothing has been imported yet').waitFor()
    await assertAccessible(page)
    const bad = { id: 'bad', status: 'ACTIVE', profile: { login: 'bad', email: 'no address' } }
    const lines = [okta('ada'), okta('bo'), bad].map((each) => JSON.stringify(each)).join('\n')
    const send = async (action: string) => {
      const file = { name: 'okta.jsonl', mimeType: 'application/x-ndjson' }
      await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(lines) })
      await assertAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
    }
    await page.getByRole('button', { name: 'Import a file' }).click()
    await page.getByLabel('It lists everything of the source').check()
    await send('Plan import')
    const panel = page.getByRole('complementary', { name: 'okta.jsonl' })
    await panel.getByText(/no address.*line 3/).waitFor()
    await page.getByRole('row', { name: /okta\.jsonl.*Planned/ }).waitFor()
    await assertAccessible(page)
    assert.deepEqual((await server.get('/directory/users', owner.token)).body.data, [])
    // The plan leads on to the import, as it was chosen, which takes its place.
    await panel.getByRole('button', { name: 'Import this file' }).click()
    await page.getByText('choose okta.jsonl again').waitFor()
    assert.ok(await page.getByLabel('It lists everything of the source').isChecked())
    await send('Import')
    await page.getByRole('row', { name: /okta\.jsonl.*Done/ }).waitFor()
    await panel.getByText('What it did').waitFor()
    assert.equal(await panel.getByRole('button', { name: 'Import this file' }).count(), 0)
    await panel.getByText('1 row left out, by what to do').waitFor()
    await panel.getByText(/^Correct the address in the source/).waitFor()
    await panel.getByText(/no address.*line 3/).waitFor()
    await assertAccessible(page)
    assert.equal((await server.get('/directory/users', owner.token)).body.data.length, 2)
    assert.equal((await server.get(`${path}/runs`, owner.token)).body.data.length, 2)
    assert.deepEqual(errors, [])
  },
)

test('an auditor sees these pages, and nothing on them that would be refused', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  await makeIntegration(server, { name: 'Sign-on', handle: 'sso' })
  const auditor = await makeCaller(server, ['*.view', 'directory.identity.profile.view'])
  const body = { name: 'Bridge', handle: 'bridge' }
  const service = await server.call('POST', '/workspace/services', { token: owner.token, body })
  const { page, errors } = await signedInPage(world, auditor)
  await page.waitForLoadState('networkidle')
  const own = `/services/${service.body.id}`
  const addresses = [
    '/services',
    own,
    ...['admins', 'permissions', 'tokens', 'logs'].map((tab) => `${own}/${tab}`),
    '/audit',
    '/sources',
    '/settings',
    ...['roles', 'users', `users/${owner.id}`, 'tokens', 'sessions'].map(
      (tab) => `/settings/${tab}`,
    ),
  ]
  const changes = /^(actions|create|add|issue|change|save|revoke|end|delete|remove)\b/i
  for (const address of addresses) {
    await page.goto(server.origin + address)
    await page.waitForLoadState('networkidle')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const buttons = await page.getByRole('main').getByRole('button').allInnerTexts()
    assert.deepEqual(
      buttons.filter((each) => changes.test(each)),
      [],
      address,
    )
    assert.equal(await page.getByRole('alert').count(), 0, address)
  }
  assert.deepEqual(errors, [])
})
