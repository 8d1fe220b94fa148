import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { freePort } from '../../src/http/free-port.ts'
import { connectVendor } from '../../src/connectors/import/connect-vendor.ts'
import { makeCaller } from '../harness.ts'
import {
  accounts,
  incidentsWorld,
  sellers,
  staff,
  type Feed,
  type IncidentsWorld,
} from '../incidents-world.ts'
import { testActor } from '../people-fixture.ts'
import { assertAccessible, openBrowser, watchForErrors, withoutBrowser } from './browser.ts'
import { builtConsole } from './built-console.ts'

const hostile = '<img src=x onerror=alert(1)>'
const first: Feed = { ...staff, ...changed({ firstName: hostile }, ['s03']) }
/** A column is renamed by mistake: everyone in Sales would leave it. */
const wrong: Feed = { ...first, ...changed({ department: 'Revenue' }, Object.keys(sellers)) }

function changed(values: Feed[string], names: readonly string[]): Feed {
  return Object.fromEntries(
    names.map((name) => [
      name,
      { ...staff[name], ...(name === 's03' && { firstName: hostile }), ...values },
    ]),
  )
}

async function startWorld() {
  const [browser, consoleDirectory, port] = await Promise.all([
    openBrowser(),
    builtConsole(),
    freePort('127.0.0.1', 0),
  ])
  after(() => browser.close())
  const world = await incidentsWorld(first, { consoleDirectory, port })
  return { browser, world }
}

async function signIn(page: Page, { server, token }: IncidentsWorld, user?: string): Promise<void> {
  const body = user === undefined ? {} : { user_id: user }
  const link = await server.call('POST', '/auth/sign-in-link', { token, body })
  await page.goto(link.body.url)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
}

const skip = { skip: withoutBrowser, timeout: 900_000 }

test(
  'an incident is understood, approved for some people and rejected for the others',
  skip,
  async () => {
    const { browser, world } = await startWorld()
    assert.equal((await world.feed(wrong)).incident?.people, 20)
    const ask = async (path: string) => (await world.server.get(path, world.token)).body
    const incidentNow = async () => (await ask('/policy/incidents')).data[0]

    const page = await browser.newPage()
    const errors = watchForErrors(page)
    await signIn(page, world)
    const integration = await ask(`/workspace/integrations/${(await incidentNow()).integration.id}`)
    await page.goto(`${world.server.origin}/sources/${integration.id}`)
    const incidents = page.getByRole('region', { name: 'Incidents' })
    await incidents.getByText('Open').waitFor()
    await assertAccessible(page)
    await incidents.getByRole('link', { name: '20 people' }).click()
    await page.waitForURL(/\/incidents\/poinc_/)
    // The source, and its run that says what it held, are one step away.
    await page.getByRole('main').getByRole('link', { name: integration.name }).click()
    await page.getByRole('link', { name: 'Imports' }).click()
    await page.getByRole('row', { name: /20 accounts held/ }).click()
    await page.getByText('20 people were held').waitFor()
    await page.getByText('would lose sellers').waitFor()
    await page.getByText('To decide it takes the permissions policy.change.approve').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'See the incident' }).click()
    await page.waitForURL(/\/incidents\/poinc_/)
    await page.goto(world.server.origin)
    await page.getByText('An incident holds people').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Review incident' }).waitFor()
    await page.goto(`${world.server.origin}/incidents?state=open`)
    await page.getByRole('row', { name: /okta/ }).waitFor()
    await assertAccessible(page)
    // Working out the effect of many people takes long. What is known is shown at once.
    const effect = Promise.withResolvers<void>()
    await page.route(/\/policy\/incidents\/poinc_\w+\?/, async (route) => {
      await effect.promise
      await route.continue()
    })
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'okta: 20 people held' }).waitFor()
    await page.getByText('Working out who would gain or lose access').waitFor()
    await page.getByRole('row', { name: /department Sales Revenue 20/ }).waitFor()
    await assertAccessible(page)
    effect.resolve()

    await page.getByRole('row', { name: /department Sales Revenue 20/ }).waitFor()
    await page.getByText('20 people keep the access and the values from before the run').waitFor()
    await page.getByText('Changes the access of 20 people').waitFor()
    await assertAccessible(page)

    await page.getByRole('link', { name: /^Effect/ }).click()
    await page.getByRole('button', { name: /^Removed/ }).click()
    await page.getByRole('button', { name: /^sellers/ }).click()
    await page.getByRole('searchbox').or(page.getByLabel('Search these people')).fill('img src')
    await page.getByText('1 change', { exact: true }).waitFor()
    await page.getByRole('row', { name: /onerror/ }).waitFor()
    assert.match(page.url(), /kind=removed&ruleset=poset_\w+&search=img/)
    await assertAccessible(page)

    await page.getByRole('link', { name: 'Choose people' }).click()
    // What one person would lose can be read again where that failed.
    const failed = { status: 500, json: { message: 'Stubbed.', errors: {} } }
    await page.route(/\/effects\?/, (route) => route.fulfill(failed), { times: 1 })
    await page.locator('[data-row="1"]').click()
    const person = page.getByRole('complementary')
    await person.getByText('This did not work').waitFor()
    await assertAccessible(page)
    errors.splice(0)
    await person.getByRole('button', { name: 'Try again' }).click()
    await person.getByText('Removed').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel(/^Choose <img/).check()
    await page
      .getByLabel(/^Choose /)
      .nth(1)
      .check()
    await page.getByRole('button', { name: 'Approve 2' }).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('button', { name: 'Approve 2' }).click()
    await page.getByText('Access changes at once').last().waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('textbox', { name: 'Reason, for the audit log' }).fill('They did move')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('heading', { name: 'okta: 18 people held' }).waitFor()
    await page.getByText('2 people chosen').waitFor({ state: 'detached' })
    assert.equal((await incidentNow()).people, 18)
    assert.equal((await world.members('sellers')).length, 18)

    await page.getByRole('link', { name: /^Overview/ }).click()
    await page.getByText('“They did move”').waitFor()
    // Somebody leaves between reading and deciding: nothing is decided, and the current effect is shown.
    await page.getByRole('button', { name: 'Approve all' }).click()
    await page.getByRole('textbox', { name: 'Reason, for the audit log' }).fill('They did move')
    const [left] = (await ask(`/directory/users?filter[incident]=${(await incidentNow()).id}`)).data
    const gone = await world.server.call('POST', `/directory/users/${left.id}/deactivate`, {
      token: world.token,
    })
    assert.equal(gone.status, 200, gone.text)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('so nothing was decided').waitFor()
    assert.equal((await incidentNow()).people, 18)
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await page
      .getByRole('textbox', { name: 'Reason, for the audit log' })
      .fill('The column was renamed by mistake')
    await page.getByRole('button', { name: 'Reject', exact: true }).last().click()
    await page.getByText('“The column was renamed by mistake”').waitFor()
    await assertAccessible(page)
    assert.equal((await incidentNow()).closed_as, 'rejected')
    assert.equal((await world.members('sellers')).length, 17)

    // Accounts of no one are in no list of people, so they have one of their own.
    await connectVendor(world.server.database, testActor, {
      handle: 'chat',
      vendor: 'idp',
      type: 'okta',
    })
    const strangers = accounts('x', 8, { firstName: 'Stray' })
    for (const feed of [{ ...strangers, keep: {} }, { keep: {} }])
      await world.feed(feed, { integrationHandle: 'chat' })
    const [stray] = (await ask('/policy/incidents?filter[state]=open')).data
    await page.goto(`${world.server.origin}/incidents/${stray.id}/people`)
    await page.getByRole('heading', { name: 'chat: 8 accounts without a person held' }).waitFor()
    await page.getByText('8 accounts belong to no person').waitFor()
    await page.getByRole('link', { name: 'See these accounts' }).click()
    await page.getByText('8 accounts', { exact: true }).waitFor()
    const row = page.getByRole('row', { name: /Stray Last.*Orphan.*Held.*Deactivated/ }).first()
    await row.click()
    const panel = page.getByRole('complementary', { name: 'Stray Last' })
    await panel.getByRole('button', { name: /Link to/ }).waitFor()
    await assertAccessible(page)
    // A browser reports each refusal.
    assert.deepEqual(
      errors.filter((each) => !each.includes('409')),
      [],
    )
  },
)

test(
  'a plan beyond a limit is shown with who may apply it, and applied by one who may',
  skip,
  async () => {
    const { browser, world } = await startWorld()
    const { server, token } = world
    const ruleset = await world.ruleset('sellers')
    const [rule] = (await server.get(`/policy/rulesets/${ruleset}/rules`, token)).body.data
    const refused = await server.call('POST', `/policy/rules/${rule.id}/deactivate`, { token })
    assert.equal(refused.status, 409)
    const auditor = await makeCaller(server, [
      'policy.rule.view',
      'directory.user.view',
      'directory.identity.profile.view',
    ])

    const page = await browser.newPage()
    const errors = watchForErrors(page)
    await signIn(page, world, auditor.id)
    await page.getByRole('link', { name: 'Review plan' }).click()
    await page.getByText('20 of 20 people would lose sellers').waitFor()
    await page.getByText('Only a person with the permission policy.change.approve').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Apply plan' }).count(), 0)
    await assertAccessible(page)
    const address = page.url()

    const owners = await (await browser.newContext()).newPage()
    const owned = watchForErrors(owners)
    await signIn(owners, world)
    await owners.goto(address)
    await owners
      .getByRole('row', { name: /onerror/ })
      .first()
      .waitFor()
    await owners.getByRole('button', { name: 'Apply plan' }).click()
    await owners.getByText('Muster works the effect out again').waitFor()
    await assertAccessible(owners)
    await owners.getByRole('button', { name: 'Apply plan' }).last().click()
    await owners.getByText('The plan was applied.').waitFor()
    assert.deepEqual(await world.members('sellers'), [])
    await owners.getByRole('link', { name: 'Plans' }).click()
    await owners.getByRole('row', { name: /Deactivate rule .*Applied.*Beyond a limit/ }).waitFor()
    await assertAccessible(owners)
    await owners.getByRole('button', { name: 'State', exact: true }).click()
    await owners.getByRole('checkbox', { name: 'Ready' }).check()
    await owners.getByText('No plan matches').waitFor()
    assert.equal(new URL(owners.url()).search, '?state=ready')
    await owners.keyboard.press('Escape')
    await owners.getByRole('button', { name: 'Clear all filters' }).click()
    await owners.getByRole('row', { name: /Deactivate rule/ }).waitFor()
    assert.deepEqual([...errors, ...owned], [])
  },
)
