import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { onProfile } from '../../src/policy/rules/policy-for-tests.ts'
import { encodeId } from '../../src/contract/ids.ts'
import type { TestServer } from '../harness.ts'
import { storeIntegrations, storePeople } from '../people-fixture.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

/** The rulesets of the groups 12 and 13. */
async function manageGroups(server: TestServer): Promise<string[]> {
  await storeIntegrations(server.database)
  await storePeople(server.database, [
    { email: 'ada@x.example', profile: { department: 'Sales', level: '7' } },
    { email: 'bob@x.example', profile: { department: 'Sales', level: '3' } },
    { email: 'cy@x.example', profile: { department: 'Sales' } },
    { email: 'dee@x.example', profile: { department: 'Legal' } },
  ])
  const rows = await server.query<{ id: string }>(`
    with made as (
      insert into ruleset (type, resource_id, state) select type, id, 'managed' from resource returning id, resource_id)
    select made.id from made join resource o on o.id = made.resource_id where vendor_id in ('12', '13') order by vendor_id`)
  return rows.map(({ id }) => encodeId('ruleset', id))
}

async function choose(page: Page, field: string, typed: string, option: RegExp): Promise<void> {
  const input = page.getByRole('combobox', { name: field }).last()
  await input.click()
  await input.fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

test(
  'a rule asks who is entitled to another group, and a negative test also admits who has no value',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner } = opened
    const [other, own] = await manageGroups(server)
    const send = (path: string, body: object) =>
      server.call('POST', path, { token: owner.token, body })
    const drafted = await send(`/policy/rulesets/${other}/rules`, {
      role: 'developer',
      conditions: [onProfile('department', 'Sales')],
    })
    await send(`/policy/rules/${drafted.body.id}/activate`, {})

    const { page, errors } = await signedInPage(opened, owner)
    await page.getByRole('navigation').first().waitFor()
    await page.goto(`${server.origin}/policy/${own}`)
    await page.getByRole('link', { name: 'New rule' }).first().click()
    await choose(page, 'What the condition asks about', 'access', /^access by rules/)
    await choose(page, 'Resource', 'group', /^group 12/)
    await page.getByText('3 would enter').waitFor()
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Add a condition' }).click()
    await choose(page, 'What the condition asks about', 'level', /^level/)
    await page.getByLabel('How it compares').last().selectOption('is not')
    await choose(page, 'Value', '7', /^7 1 person/)
    await page.getByText('1 would enter').waitFor()
    await page.getByRole('checkbox', { name: 'or is absent' }).check()
    await page.getByText('2 would enter').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save draft' }).click()
    const words = 'is entitled to group 12 and level is not 7 or is absent'
    await page.getByRole('heading', { name: words }).waitFor()
    const { data } = (await server.get(`/policy/rulesets/${own}/rules`, owner.token)).body
    assert.equal(data[0].description, words)

    await page.reload()
    await page.getByRole('combobox', { name: 'Resource' }).waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Resource' }).inputValue(), 'group 12')
    assert.equal(await page.getByRole('checkbox', { name: 'or is absent' }).isChecked(), true)
    assert.deepEqual(errors, [])
  },
)
