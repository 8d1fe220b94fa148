import { ageHeld } from '../../src/workspace/services/service-for-tests.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeCaller } from '../harness.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage, type OpenConsole } from './open-console.ts'

const skip = { skip: withoutBrowser, timeout: 900_000 }

/** Opens a tab of the page and waits until everything of it was read. */
async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click()
  await page.locator(`a[aria-current="page"]:has-text("${name}")`).waitFor()
  await page.waitForLoadState('networkidle')
}

async function createService(page: Page, { server }: OpenConsole): Promise<string> {
  await page.goto(`${server.origin}/services`)
  await page.getByText('There are no services yet').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Create service' }).click()
  await page.getByLabel('Name').fill('Nightly <b>export</b>')
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Nightly <b>export</b>' }).waitFor()
  const id = /wssvc_\w+/.exec(page.url())?.[0]
  assert.ok(id)
  return id
}

test('a service is created, administered, and the last admin stays', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const other = await makeCaller(server, [])
  const { page, errors } = await signedInPage(world, owner)
  const service = await createService(page, world)
  const path = `/workspace/services/${service}/admins`
  const roleOf = async (user: string) =>
    (await server.get(`${path}/${user}`, owner.token)).body.admin_role

  await openTab(page, 'Admins')
  await page.getByRole('row', { name: /caller/ }).click()
  await page.getByText('No other active person has the role admin here').waitFor()
  assert.equal(await page.getByRole('radio').count(), 0)
  await assertAccessible(page)

  await page.getByRole('button', { name: 'Add admin' }).click()
  const label = (await server.get(`/workspace/users/${other.id}`, owner.token)).body.name
  const person = page.getByRole('combobox', { name: 'Person' })
  await person.fill('nobody is called this')
  await page.getByText('Nothing matches').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  assert.equal(await person.getAttribute('aria-expanded'), 'false')
  await person.fill(label)
  await page.getByRole('option', { name: label }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  assert.equal(await person.inputValue(), label)
  await page.getByRole('radio', { name: 'Token' }).check()
  await assertAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Add admin' }).click()
  await page.getByRole('row', { name: label }).click()
  assert.equal(await roleOf(other.id), 'token')
  await page.getByRole('radio', { name: 'Admin' }).check()
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('row', { name: label }).getByText('Admin', { exact: true }).waitFor()
  assert.equal(await roleOf(other.id), 'admin')
  await page.locator('aside:focus').waitFor()

  // Meanwhile the other admin is the last one: the change that is still offered is refused, and then explained.
  const change = { token: owner.token, body: { admin_role: 'audit' } }
  await server.call('PATCH', `${path}/${owner.id}`, change)
  await page.getByRole('radio', { name: 'Permission' }).check()
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByText('No other active person has the role admin here').waitFor()
  assert.equal(await roleOf(other.id), 'admin')
  assert.deepEqual(
    errors.filter((each) => !each.includes('422')),
    [],
  )
})

test('a service gets permissions and a token, which is revoked', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const { page, errors } = await signedInPage(world, owner)
  const service = await createService(page, world)

  await openTab(page, 'Permissions')
  await page.getByRole('button', { name: 'Change permissions' }).click()
  await page.getByRole('checkbox', { name: 'directory.user.view' }).check()
  await page.getByText('1 added, 0 removed').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save permissions' }).click()
  await page.getByText('Added: directory.user.view.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save permissions' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('See directory users').waitFor()
  await assertAccessible(page)

  await ageHeld(server, 'directory.user.view')
  await page.reload()
  await page.getByRole('button', { name: 'Remove 1 unused' }).click()
  await page.getByText('Nothing has needed it for 90 days.').waitFor()
  await assertAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove 1 unused' }).click()
  await page.getByText('This service has no permissions').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Put back' }).click()
  await page.getByText('See directory users').waitFor()
  await page.getByText('Not used. Counting from').waitFor()

  await openTab(page, 'Tokens')
  await page.getByRole('button', { name: 'Issue token' }).click()
  await page.getByLabel('Name').fill('warehouse')
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  const secret = await page.locator('output', { hasText: /^mst_/ }).innerText()
  await assertAccessible(page)
  assert.equal((await server.get('/directory/users', secret)).status, 200)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.locator('button:focus', { hasText: 'Issue token' }).waitFor()
  await page.getByRole('row', { name: 'warehouse' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('No such tokens').waitFor()
  await page.locator('main:focus, aside:focus').waitFor()
  assert.equal((await server.get('/directory/users', secret)).status, 401)

  await openTab(page, 'Log')
  await page.getByRole('row', { name: /revoked the token/ }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete service' }).click()
  await page.getByText('There are no services yet').waitFor()
  const gone = await server.get('/workspace/services', owner.token)
  assert.deepEqual(gone.body.data, [], service)
  assert.deepEqual(errors, [])
})

/** Opens the dialog of an action of the page. */
async function openAction(page: Page, name: string) {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name, exact: true }).click()
  return page.getByRole('dialog')
}

test(
  'a service gets a sponsor and is confirmed, restricted, ended and put back',
  skip,
  async () => {
    const world = await openConsole()
    const { server, owner } = world
    const body = { first_name: 'Ada', last_name: 'Moreau', state: 'active' }
    const ada = await server.call('POST', '/directory/users', { token: owner.token, body })
    const { page, errors } = await signedInPage(world, owner)
    const service = await createService(page, world)
    const read = async () => (await server.get(`/workspace/services/${service}`, owner.token)).body

    await page.getByText('Nobody answers for this service').waitFor()
    const naming = await openAction(page, 'Name a sponsor')
    await naming.getByRole('combobox', { name: 'Sponsor' }).fill('Moreau')
    await page.getByRole('option', { name: 'Ada Moreau' }).click()
    await naming.getByLabel('Days between confirmations').fill('30')
    await assertAccessible(page)
    await naming.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Ada Moreau' }).waitFor()
    await page.getByText('Nobody answers for this service').waitFor({ state: 'detached' })
    assert.equal((await read()).sponsor.id, ada.body.id)
    assert.equal((await read()).confirm_every_days, 30)

    const confirming = await openAction(page, 'Confirm')
    await confirming.getByText('It is asked again in 30 days.').waitFor()
    await confirming.getByRole('button', { name: 'Confirm' }).click()
    await confirming.locator('[aria-invalid="true"]').waitFor()
    await assertAccessible(page)
    await confirming.getByLabel('Why it is you who confirms').fill('Ada is on leave')
    await confirming.getByRole('button', { name: 'Confirm' }).click()
    await confirming.waitFor({ state: 'detached' })
    assert.notEqual((await read()).timestamp.confirmed_at, null)

    const editing = await openAction(page, 'Edit')
    await editing.getByLabel('Environment').selectOption('Production')
    await editing.getByLabel('Notes').fill('Restarted by <b>hand</b>')
    await editing.getByLabel('Allowed networks').fill('192.0.2.0/33')
    await editing.getByRole('button', { name: 'Save' }).click()
    await editing.locator('[aria-invalid="true"]').waitFor()
    await assertAccessible(page)
    await editing.getByLabel('Allowed networks').fill('192.0.2.0/24')
    await editing.getByRole('button', { name: 'Save' }).click()
    await editing.waitFor({ state: 'detached' })
    await page.getByText('192.0.2.0/24').waitFor()
    await page.getByText('Production').waitFor()
    await page.getByText('Restarted by <b>hand</b>').waitFor()
    assert.deepEqual((await read()).allowed_networks, ['192.0.2.0/24'])

    const ending = await openAction(page, 'Set end')
    await ending.getByLabel('Last day').waitFor()
    await assertAccessible(page)
    await ending.getByRole('button', { name: 'Set end' }).click()
    await ending.waitFor({ state: 'detached' })
    await page.getByText('Expiring').first().waitFor()
    assert.equal((await read()).state, 'expiring')
    await (await openAction(page, 'Activate')).getByRole('button', { name: 'Activate' }).click()
    await page.getByText('Expiring').first().waitFor({ state: 'detached' })
    await (await openAction(page, 'Deactivate')).getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('This service is deactivated').waitFor()
    await assertAccessible(page)
    await (await openAction(page, 'Activate')).getByRole('button', { name: 'Activate' }).click()
    await page.getByText('This service is deactivated').waitFor({ state: 'detached' })
    assert.equal((await read()).state, 'active')

    await openTab(page, 'Log')
    await page
      .getByRole('row', { name: /sponsor/i })
      .first()
      .waitFor()
    assert.deepEqual(
      errors.filter((each) => !each.includes('422')),
      [],
    )
  },
)

test('an AI agent is created and found, and trusts a job', skip, async () => {
  const issuer = 'https://gitlab.com'
  const world = await openConsole(undefined, { workloadIssuers: [issuer] })
  const { server, owner } = world
  const { page, errors } = await signedInPage(world, owner)
  await page.goto(`${server.origin}/services`)
  await page.getByRole('button', { name: 'Create service' }).click()
  await page.getByLabel('Name').fill('Helper')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('AI agent')
  await assertAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Create service' }).click()
  await page.getByRole('heading', { name: 'Helper' }).waitFor()
  await page.getByText('AI agent').waitFor()
  const id = /wssvc_\w+/.exec(page.url())?.[0]
  const permissions = { token: owner.token, body: { permissions: ['directory.user.view'] } }
  await server.call('PUT', `/workspace/services/${id}/permissions`, permissions)
  await page.reload()

  await openAction(page, 'Edit')
  const field = page.getByLabel('Workload identities')
  await field.fill('https://elsewhere.example | muster | project_path:acme/helper:*')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must be an issuer that the operator lists').waitFor()
  await assertAccessible(page)
  await field.fill(`${issuer} | muster | project_path:acme/helper:*\n`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText('project_path:acme/helper:*').waitFor()
  const { body } = await server.get('/workspace/services?filter[kind]=agent', owner.token)
  const [{ set_at: _, ...trusted }] = body.data[0].workload_identities
  assert.deepEqual(trusted, {
    issuer,
    audience: 'muster',
    subject: 'project_path:acme/helper:*',
    scopes: ['directory.user.view'],
    set_by: owner.id,
  })
  assert.deepEqual(
    errors.filter((each) => !each.includes('422')),
    [],
  )
})
