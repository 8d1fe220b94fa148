import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../harness.ts'
import { makeDirectoryUser, makeIdentity, makeIntegration, makeResource } from '../people.ts'
import { makeRuleset } from '../policy-records.ts'
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
    // Where people are on their way nobody is asked to connect a source.
    assert.equal(await page.getByText('There are no people yet').count(), 0)
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
  'a new installation leads from Home to its first source',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { page, errors } = await signedInPage(opened, opened.owner)
    await page.getByText('There are no people yet').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Connect a source' }).click()
    await page.getByRole('radio', { name: 'Files' }).waitFor()

    // Who may connect nothing is told where people come from, and no more.
    const viewer = await makeCaller(opened.server, ['directory.user.view'])
    const other = await signedInPage(opened, viewer)
    await other.page.getByText('They come from a source').waitFor()
    assert.equal(await other.page.getByRole('link', { name: 'Connect a source' }).count(), 0)

    await makeDirectoryUser(opened.server, { first_name: 'Ada', last_name: 'Ahl' })
    await page.goto(opened.server.origin)
    await page.getByRole('link', { name: /Active\s*1/ }).waitFor()
    assert.equal(await page.getByText('There are no people yet').count(), 0)
    assert.deepEqual([...errors, ...other.errors], [])
  },
)
