import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDirectoryUser } from '../people.ts'
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
    await page.goto(`${server.origin}/audit`)
    await page.getByRole('row', { name: /Person deactivated/ }).waitFor()
    await page.getByText(/^Today/).waitFor()
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Who and what' }).click()
    await page.getByRole('combobox', { name: 'Person' }).fill('mallory')
    await page.getByRole('option', { name: /Mallory/ }).waitFor()
    // What is typed of a name is no id.
    assert.equal(await page.getByRole('option').count(), 1)
    await page.keyboard.press('Enter')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page
      .getByRole('row', { name: /Settings of the policy changed/ })
      .waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Person deactivated/ }).waitFor()
    await page.getByRole('button', { name: 'Clear the filter Person' }).click()

    await page.getByRole('button', { name: 'Event' }).click()
    await page.getByRole('textbox', { name: 'Find a value' }).fill('settings of')
    await page.getByRole('checkbox', { name: 'Settings of the policy changed' }).check()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /Person deactivated/ }).waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).searchParams.get('event'), 'policy.settings.change')
    await page.getByRole('row', { name: /removal limit people 5 → 3/ }).click()
    const panel = page.getByRole('complementary')
    await panel.getByRole('row', { name: 'removal_limit_people 5 3' }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Clear the filter Event' }).click()
    await page.getByRole('row', { name: /Person deactivated/ }).click()
    await panel.getByRole('link', { name: 'Only rows with this value of Record' }).click()
    await page.getByRole('button', { name: 'Clear the filter Record' }).waitFor()
    await page
      .getByRole('row', { name: /Settings of the policy changed/ })
      .waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Person changed/ }).waitFor()
    await assertAccessible(page)
    await page.getByRole('row', { name: /Person deactivated/ }).click()
    await panel
      .getByRole('link', { name: `${hostile} Mallory` })
      .first()
      .click()
    await page.getByRole('heading', { name: `${hostile} Mallory` }).waitFor()
    assert.deepEqual(errors, [])
  },
)
