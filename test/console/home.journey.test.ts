import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../harness.ts'
import { makeDirectoryUser, makeIdentity, makeIntegration, makeResource } from '../people.ts'
import { makeIncident, makeRule, makeRuleset } from '../policy-records.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

test(
  'Home leads to exactly the people and accounts that it counts',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner } = opened
    const soon = new Date(Date.now() + 3 * 24 * 3_600_000)
    const later = new Date(Date.now() + 90 * 24 * 3_600_000)
    await makeDirectoryUser(server, { first_name: 'Lea', last_name: 'Ver', expires_at: soon })
    await makeDirectoryUser(server, { first_name: 'Late', last_name: 'Ver', expires_at: later })
    await makeDirectoryUser(server, { first_name: 'Stay', last_name: 'Er' })
    const integration = await makeIntegration(server)
    await makeIdentity(server, integration, null, { full_name: 'No One', state: 'orphan' })

    const broken = await makeIntegration(server, { name: 'Broken feed' })
    await server.query(
      `insert into import_run (integration_id, source, state, failure, finished_at)
       values ($1, 'ldap', 'failed', 'Its address does not answer.', now())`,
      [broken.uuid],
    )

    const { page, errors } = await signedInPage(opened, owner)
    await page.getByRole('link', { name: '1 leaver' }).click()
    await page.getByRole('row', { name: /Lea Ver/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /Ver|Er/ }).count(), 1)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Clear the filter Ends' }).click()
    await page.getByRole('row', { name: /Late Ver/ }).waitFor()

    await page.goBack()
    await page.getByRole('link', { name: 'Review accounts' }).click()
    await page.getByRole('row', { name: /No One/ }).waitFor()
    assert.equal(new URL(page.url()).search, '?state=orphan')
    await assertAccessible(page)

    await page.goBack()
    await page.getByText('The last run of 1 source failed').waitFor()
    await page.getByRole('link', { name: 'Review source' }).click()
    await page.getByText('1 source', { exact: true }).waitFor()
    const row = page.getByRole('row', { name: /Broken feed.*Active.*Failed/ })
    await row.getByTitle('Its address does not answer.').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Clear the filter Last run' }).click()
    await page.getByRole('row', { name: /None yet/ }).waitFor()

    // Who has a role on one ruleset, and no other right, finds their way to it.
    const group = await makeResource(server, integration, { name: 'Backend' })
    const ruleset = await makeRuleset(server, group)
    await makeRuleset(server, await makeResource(server, integration, { name: 'Of others' }))
    const admin = await makeCaller(server, [])
    await server.query(
      `insert into ruleset_admin (ruleset_id, workspace_user_id, role) values ($1, $2, 'audit')`,
      [ruleset.uuid, admin.uuid],
    )
    const delegated = await signedInPage(opened, admin)
    const own = delegated.page
    await own.getByRole('heading', { name: 'Groups whose rules you look after' }).waitFor()
    assert.deepEqual(
      await own.getByRole('navigation', { name: 'Places' }).getByRole('listitem').allTextContents(),
      ['Home', 'Policy', 'Services', 'Settings'],
    )
    assert.equal(await own.getByText('Of others').count(), 0)
    await assertAccessible(own)
    await own.getByRole('link', { name: /Backend/ }).click()
    await own.getByRole('heading', { name: 'Backend' }).waitFor()
    await own.waitForLoadState('networkidle')
    assert.deepEqual(delegated.errors, [])
    await own.getByRole('link', { name: '0 people' }).click()
    // The page that this leaves has a tab of rules too.
    await own.getByRole('link', { name: 'Timeline' }).waitFor()
    await own.getByRole('link', { name: /^Rules/ }).click()
    await own.getByText('There are no rules').waitFor()
    await own.getByText('Managed', { exact: true }).waitFor()
    await assertAccessible(own)
    // Only the list of people takes a permission.
    assert.ok(delegated.errors.every((each: string) => each.includes('manifest-users')))
    // Of a list that is refused no CSV is offered.
    await own.goto(`${server.origin}/people`)
    await own.getByText('You may not see this').waitFor()
    assert.equal(await own.getByRole('button', { name: 'CSV' }).count(), 0)
    await own.goto(`${server.origin}/policy`)
    await own.getByText('1 ruleset', { exact: true }).waitFor()

    await page.goto(`${server.origin}/policy?search=nothing`)
    await page.getByText('Groups without rules are under Groups.').waitFor()
    await page.getByRole('link', { name: 'Incidents', exact: true }).click()
    await page.getByRole('heading', { name: 'Incidents' }).waitFor()
    await page.getByRole('link', { name: 'Plans', exact: true }).click()
    await page.getByRole('heading', { name: 'Plans' }).waitFor()
    await assertAccessible(page)
    assert.deepEqual(errors, [])
  },
)

test(
  'every page says how far imports are, and shows what they brought once they are over',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner } = opened
    const suite = await makeIntegration(server, { name: 'Office suite' })
    const begin = (source: string, state: string) =>
      server.query(
        `insert into import_run (integration_id, source, state, phase, bytes_read, bytes_total)
         values ($1, $2, $3, 'reading', 30, 100)`,
        [suite.uuid, source, state],
      )
    const finish = (source: string) =>
      server.query(
        `update import_run set state = 'succeeded', finished_at = current_instant() where source = $1`,
        [source],
      )
    await begin('/exports/suite-users.json', 'running')
    await begin('/exports/suite-groups.json', 'waiting')
    const { page, errors } = await signedInPage(opened, owner)
    const strip = page.getByRole('region', { name: 'Imports under way' })
    await strip.getByText('0 of 2 imports done.').waitFor()
    await strip.getByText('Office suite: suite-users.json').waitFor()
    await strip.getByText('reading 30 %').waitFor()
    assert.equal(await strip.getByText('suite-groups.json').count(), 0)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page)
    }
    await page.setViewportSize({ width: 360, height: 700 })
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 360)
    await page.setViewportSize({ width: 1280, height: 720 })

    await page.goto(`${server.origin}/people`)
    await strip.waitFor()
    await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Ahl' })
    await finish('/exports/suite-users.json')
    await strip.getByText('1 of 2 imports done.').waitFor()
    await page.getByRole('row', { name: /Ada Ahl/ }).waitFor()
    await makeDirectoryUser(server, { first_name: 'Bo', last_name: 'Berg' })
    await finish('/exports/suite-groups.json')
    await strip.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Bo Berg/ }).waitFor()

    // Who may not see sources is told nothing of them.
    await begin('/exports/suite-users.json', 'running')
    const viewer = await makeCaller(server, ['directory.user.view'])
    const other = await signedInPage(opened, viewer)
    await other.page.getByRole('link', { name: /Active\s*2/ }).waitFor()
    const hidden = other.page.getByRole('region', { name: 'Imports under way' })
    assert.equal(await hidden.count(), 0)
    assert.deepEqual([...errors, ...other.errors], [])
  },
)

test(
  'a new server leads from its first steps to the first answer, and knows what is done',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner } = opened
    const { page, errors } = await signedInPage(opened, owner)
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByText('0 of 5 done').waitFor()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page)
    }
    await page.setViewportSize({ width: 360, height: 700 })
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 360)
    await page.setViewportSize({ width: 1280, height: 720 })
    await steps.getByRole('link', { name: 'Connect a source' }).click()
    await page.getByRole('radio', { name: 'Files' }).waitFor()
    // Each page of a step leads back.
    await page.getByText('First steps: 0 of 5 done.').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Back to the first steps' }).click()

    const ada = await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Ahl' })
    await page.reload()
    await steps.getByText('1 of 5 done').waitFor()
    await steps.getByRole('link', { name: 'See your people' }).waitFor()
    await page.goto(`${server.origin}/groups`)
    await page.getByText('There are no groups yet').waitFor()
    await page.getByRole('link', { name: 'Connect groups' }).click()
    await page.getByText('Groups come from what has them').waitFor()
    await assertAccessible(page)

    const chat = await makeIntegration(server)
    const group = await makeResource(server, chat, { name: 'Backend' })
    const account = await makeIdentity(server, chat, ada)
    await server.query(
      `insert into resource_member (resource_id, identity_id, role_handle) values ($1, $2, 'member')`,
      [group.uuid, account.uuid],
    )
    await page.goto(`${server.origin}/policy`)
    await page.getByText('No resource is under policy').waitFor()
    await page.getByRole('link', { name: 'Choose a group' }).click()
    await page.getByRole('link', { name: 'Backend' }).click()
    await page.getByRole('button', { name: 'Put under rules' }).first().waitFor()

    const ruleset = await makeRuleset(server, group)
    const rule = await makeRule(server, ruleset, { state: 'staged' }, [
      { type: 'user', directory_user_id: ada.uuid },
    ])
    const activated = await server.call('POST', `/policy/rules/${rule.id}/activate`, {
      token: owner.token,
      body: {},
    })
    assert.equal(activated.status, 200, activated.text)
    await page.goto(server.origin)
    const rest = page.getByRole('region', { name: 'Still to set up' })
    await rest.getByText('3 of 5 done').waitFor()
    await rest.getByText('Why is Ada Ahl in Backend?').waitFor()
    await assertAccessible(page)
    await rest.getByRole('link', { name: 'See why' }).click()
    await page.waitForURL(/\/why\?/)
    await page.getByRole('heading', { name: 'Why' }).waitFor()
    await page.getByText('Backend').first().waitFor()
    // Who asks about access needs no way back any more.
    assert.equal(await page.getByText('First steps:').count(), 0)
    assert.deepEqual(errors, [])
  },
)

test(
  'who may do nothing of the first steps is told who can, and sees none that they may not see',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner } = opened
    const [{ name } = { name: '' }] = await server.query<{ name: string }>(
      'select name from workspace_user where id = $1',
      [owner.uuid],
    )
    const viewer = await makeCaller(server, ['directory.user.view'])
    const { page, errors } = await signedInPage(opened, viewer)
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByText('0 of 1 done').waitFor()
    await steps.getByText(`${name} can do this.`).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Connect a source' }).count(), 0)
    await assertAccessible(page)
    await page.goto(`${server.origin}/people`)
    await page.getByText('There are no people yet').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Connect a source' }).count(), 0)
    assert.equal(await page.getByText('First steps:').count(), 0)
    assert.deepEqual(errors, [])
  },
)

test(
  'Home shows the worst first and largest, with whom it concerns and who may decide',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner } = opened
    const [{ name } = { name: '' }] = await server.query<{ name: string }>(
      'select name from workspace_user where id = $1',
      [owner.uuid],
    )
    const [hr, chat] = [
      await makeIntegration(server, { name: 'HR' }),
      await makeIntegration(server, { name: 'Chat' }),
    ]
    const group = await makeResource(server, chat, { name: 'Backend' })
    const ruleset = await makeRuleset(server, group)
    for (let at = 0; at < 10; at++)
      await makeIdentity(server, chat, null, { full_name: `No One ${at}`, state: 'orphan' })
    const incident = await makeIncident(server, hr)
    for (let at = 0; at < 3; at++) {
      const person = await makeDirectoryUser(server)
      const account = await makeIdentity(server, hr, person)
      await server.query(
        `insert into held_account (identity_id, integration_id, incident_id, first_name, last_name, full_name, state, is_new, profile)
         select id, integration_id, $2, first_name, last_name, full_name, 'deactivated', false, profile from identity where id = $1`,
        [account.uuid, incident.uuid],
      )
      await server.query(
        `insert into incident_movement (incident_id, ruleset_id, directory_user_id, is_held, loses, gains, changes_role)
         values ($1, $2, $3, true, true, false, false)`,
        [incident.uuid, ruleset.uuid, person.uuid],
      )
    }
    const { page, errors } = await signedInPage(opened, owner)
    const lines = page.getByRole('listitem').filter({ hasText: /Review/ })
    await lines.first().waitFor()
    const [worst, least] = [lines.first(), lines.last()]
    assert.match(
      await worst.innerText(),
      /3\s+memberships.*An incident holds.*3 people.*HR.*since/s,
    )
    assert.match(await least.innerText(), /10\s+accounts.*10 accounts belong to no one.*Chat/s)
    const sizes = await page.evaluate<number[]>(
      `[...document.querySelectorAll('main ol b')].map((each) => parseFloat(getComputedStyle(each).fontSize))`,
    )
    const [large = 0, small = 0] = [sizes.at(0), sizes.at(-1)]
    assert.ok(large >= 2 * small, `${large} px and ${small} px`)
    // The badge counts things: an incident and ten accounts.
    await page.getByRole('link', { name: /^Home 11 things wait for a decision/ }).waitFor()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page)
    }
    await page.setViewportSize({ width: 360, height: 700 })
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 360)
    await page.setViewportSize({ width: 1280, height: 720 })
    await worst.getByRole('link', { name: 'Review incident' }).click()
    await page.waitForURL(`${server.origin}/incidents/${incident.id}`)

    const reader = await makeCaller(server, ['policy.rule.view', 'directory.user.view'])
    const other = await signedInPage(opened, reader)
    await other.page.getByText(`${name} may decide`).waitFor()
    await assertAccessible(other.page)
    assert.deepEqual([...errors, ...other.errors], [])
  },
)
