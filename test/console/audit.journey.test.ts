import assert from 'node:assert/strict'
import { test } from 'node:test'
import { record, systemActor } from '../../src/audit/record.ts'
import { makeDirectoryUser, makeIntegration, makeResource } from '../people.ts'
import { makeRuleset } from '../policy-records.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

const hostile = '<img src=x onerror=alert(1)>'

test(
  'who did what is found in the audit log, with what was there before',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const world = await openConsole()
    const { server, owner } = world
    const person = await makeDirectoryUser(server, { first_name: hostile, last_name: 'Mallory' })
    const act = (method: string, path: string, body?: object) =>
      server.call(method, path, { token: owner.token, ...(body !== undefined && { body }) })
    await act('PATCH', `/directory/users/${person.id}`, { username: 'mallory' })
    await act('POST', `/directory/users/${person.id}/deactivate`)
    await act('PATCH', '/policy/settings', { removal_limit_people: 3 })

    const { page, errors } = await signedInPage(world, owner)
    const row = (name: RegExp) => page.getByRole('row', { name })
    // Beside its links.
    const openRow = (name: RegExp) =>
      row(name)
        .first()
        .click({ position: { x: 20, y: 18 } })
    await page.getByRole('link', { name: 'Audit' }).click()
    await row(/deactivated the person/).waitFor()
    await page.getByText(/^Today ·/).waitFor()
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Who and what' }).click()
    await page.getByRole('combobox', { name: 'Person' }).fill('mallory')
    await page.getByRole('option', { name: /Mallory/ }).waitFor()
    // What is typed of a name is no id.
    assert.equal(await page.getByRole('option').count(), 1)
    await page.keyboard.press('Enter')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Apply' }).click()
    await row(/changed the settings of the policy/).waitFor({ state: 'detached' })
    await row(/deactivated the person/).waitFor()
    await page.getByRole('button', { name: 'Clear the filter Person' }).click()

    await page.getByRole('button', { name: 'Event' }).click()
    await page.getByRole('textbox', { name: 'Find a value' }).fill('settings of')
    await page.getByRole('checkbox', { name: 'Settings of the policy changed' }).check()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await row(/deactivated the person/).waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).searchParams.get('event'), 'policy.settings.change')
    await openRow(/removal limit people 5 → 3/)
    const panel = page.getByRole('complementary')
    await panel.getByRole('row', { name: 'removal_limit_people 5 3' }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Clear the filter Event' }).click()
    await openRow(/deactivated the person/)
    await panel.getByRole('link', { name: 'Only rows with this value of Record' }).click()
    await page.getByRole('button', { name: 'Clear the filter Record' }).waitFor()
    await row(/changed the settings of the policy/).waitFor({ state: 'detached' })
    await row(/changed the person/).waitFor()
    await assertAccessible(page)
    // A name in a sentence leads to its page.
    await row(/deactivated the person/)
      .getByRole('link', { name: `${hostile} Mallory` })
      .click()
    await page.getByRole('heading', { name: `${hostile} Mallory` }).waitFor()
    await page.getByRole('link', { name: 'Timeline' }).click()
    await row(/deactivated the person$|deactivated the person:/)
      .first()
      .waitFor()
    await assertAccessible(page)
    assert.deepEqual(errors, [])
  },
)

test(
  'a change is one sentence with who gained access, and opens to its rows',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const world = await openConsole()
    const { server, owner } = world
    const act = async (method: string, path: string, body: object = {}) => {
      const answer = await server.call(method, path, { token: owner.token, body })
      assert.ok(answer.status < 300, answer.text)
      return answer.body
    }
    const resource = await makeResource(server, await makeIntegration(server), { name: 'Backend' })
    const ruleset = await makeRuleset(server, resource)
    const lead = await makeDirectoryUser(server, { first_name: 'Lea' })
    const people = await Promise.all(
      ['Ada', 'Bo', 'Cy'].map((first_name) =>
        makeDirectoryUser(server, { first_name, manager_id: lead.uuid }),
      ),
    )
    const rule = await act('POST', `/policy/rulesets/${ruleset.id}/rules`, {
      role: 'member',
      conditions: [{ type: 'direct_reports_of', resource_id: lead.id }],
    })
    await act('POST', `/policy/rules/${rule.id}/activate`)
    await server.database.transaction(({ tx }) =>
      record(tx, systemActor, [
        {
          event: 'directory.user.expired',
          record: { kind: 'directoryUser', id: people[0]?.uuid ?? '' },
          subjectId: people[0]?.uuid,
        },
      ]),
    )

    const { page, errors } = await signedInPage(world, owner)
    const row = (name: RegExp) => page.getByRole('row', { name })
    const switchTo = (name: string, value: string) =>
      page.getByRole('radiogroup', { name }).getByText(value, { exact: true }).click()
    const gained = /activated the rule .*Backend: 3 people gained access/

    // Who changed what last week, in two clicks.
    await page.getByRole('link', { name: 'Audit' }).click()
    await switchTo('Period', 'Last week')
    await row(gained).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('period'), 'week')
    await row(/Muster – person expired: .*Ada/).waitFor()
    await switchTo('Made by', 'People')
    await row(/person expired/).waitFor({ state: 'detached' })
    await switchTo('Made by', 'Automatic')
    await row(gained).waitFor({ state: 'detached' })
    await row(/person expired/).waitFor()
    await switchTo('Made by', 'Mine')
    await row(gained).waitFor()
    await assertAccessible(page)

    await page.getByRole('textbox', { name: 'Search names and words' }).fill('backend')
    await row(/signed in by a link/).waitFor({ state: 'detached' })
    await row(gained).click({ position: { x: 20, y: 18 } })
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'Rule activated' }).waitFor()
    const rows = panel.locator('summary')
    assert.equal(await rows.count(), 4)
    await rows.filter({ hasText: 'Access gained' }).first().click()
    await panel.getByText('policy.user.create').first().waitFor()
    await assertAccessible(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.keyboard.press('Escape')
    await row(gained).waitFor()
    await assertAccessible(page)
    assert.deepEqual(errors, [])
  },
)
