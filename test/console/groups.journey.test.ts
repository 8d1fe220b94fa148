import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeIntegrations, storePeople } from '../people-fixture.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

test(
  'a group without rules is put under rules, and nobody moves until one is in force',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner } = opened
    await storeIntegrations(server.database)
    await storePeople(server.database, [{ email: 'ada@x.example', profile: {} }])
    const { page, errors } = await signedInPage(opened, owner)
    await page.goto(`${server.origin}/groups`)
    await page.getByRole('link', { name: 'group 12' }).click()
    await page.getByText('No rules decide who is in').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Put under rules' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nobody should have it until a rule is in force').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Put under rules' }).click()
    await page.getByRole('heading', { name: 'New rule' }).waitFor()
    const [ruleset, ...others] = (await server.get('/policy/rulesets', owner.token)).body.data
    assert.deepEqual(
      [ruleset.policy_resource.name, ruleset.state, others.length],
      ['group 12', 'managed', 0],
    )
    assert.deepEqual(errors, [])
  },
)
