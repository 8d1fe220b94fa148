import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { encodeId } from '../../src/contract/ids.ts'
import { makeCaller } from '../harness.ts'
import { manifestOf, storeIntegrations, storePeople } from '../people-fixture.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage, type OpenConsole } from './open-console.ts'

const options = { skip: withoutBrowser, timeout: 900_000 }
const keys = [
  ['department', 'Sales'],
  ['level', '7'],
  ['userType', 'Staff'],
] as const

type Stage = { opened: OpenConsole; ruleset: string }

async function begin(): Promise<Stage> {
  const opened = await openConsole()
  const { database } = opened.server
  await storeIntegrations(database)
  await storePeople(database, [
    { email: 'ada@x.example', profile: { department: 'Sales', level: '7', userType: 'Staff' } },
    { email: 'bob@x.example', profile: { department: 'Sales', level: '7', userType: 'Intern' } },
    { email: 'cy@x.example', profile: { department: 'Sales', level: '3', userType: 'Intern' } },
  ])
  const [row] = await opened.server.query<{ id: string }>(
    `insert into ruleset (type, resource_id, state)
     select type, id, 'managed' from resource where vendor_id = '12' returning id`,
  )
  return { opened, ruleset: encodeId('ruleset', row?.id ?? '') }
}

const begun = withoutBrowser === false ? await begin() : undefined

function stage(): Stage {
  assert.ok(begun)
  return begun
}

async function call(method: string, path: string, body?: object) {
  const { opened } = stage()
  const token = opened.owner.token
  const answer = await opened.server.call(method, path, { token, ...(body && { body }) })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

/** A draft with three conditions. */
async function draft(): Promise<{ id: string; conditions: { id: string }[] }> {
  const { id, included } = await call('POST', `/policy/rulesets/${stage().ruleset}/rules`, {
    role: 'member',
    conditions: keys.map(([profile_key, profile_value]) => ({
      type: 'identity',
      profile_key,
      profile_operator: 'equals',
      profile_value,
    })),
  })
  return { id, conditions: included.policy_conditions }
}

const stateOf = async (rule: string): Promise<string> =>
  (await call('GET', `/policy/rules/${rule}`)).state

/** A tab that shows a rule, and what its browser reported beside refusals of what has changed. */
async function tabOn(rule: string): Promise<{ page: Page; errors: () => string[] }> {
  const { opened, ruleset } = stage()
  const { page, errors } = await signedInPage(opened, opened.owner)
  await page.getByRole('navigation').first().waitFor()
  await page.goto(`${opened.server.origin}/policy/${ruleset}/rules/${rule}`)
  await page.getByRole('button', { name: 'Activate' }).waitFor()
  return { page, errors: () => errors.filter((error) => !/status of (409|412|429)/.test(error)) }
}

test(
  'a rule that two tabs edit is not overwritten before the second has seen the first',
  options,
  async () => {
    const { id } = await draft()
    const [first, second] = [await tabOn(id), await tabOn(id)]
    await first.page.getByLabel('Priority').fill('7')
    await first.page.getByRole('button', { name: 'Save changes' }).click()
    await first.page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })

    const { page } = second
    await page.getByLabel('Description').fill('For the seniors of Bern')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const notice = page.getByRole('alert')
    await notice.getByText('has changed since it was shown').waitFor()
    await notice.getByText('You changed it').waitFor()
    await notice.getByText('priority: 100 → 7').waitFor()
    await assertAccessible(page)
    assert.equal((await call('GET', `/policy/rules/${id}`)).description.includes('seniors'), false)
    assert.equal(await page.getByLabel('Description').inputValue(), 'For the seniors of Bern')

    await notice.getByRole('button', { name: 'Save changes all the same' }).click()
    await page.getByRole('heading', { name: 'For the seniors of Bern' }).waitFor()
    const stored = await call('GET', `/policy/rules/${id}`)
    assert.deepEqual([stored.description, stored.priority], ['For the seniors of Bern', 100])
    assert.deepEqual([...first.errors(), ...second.errors()], [])
  },
)

test(
  'saved over the removal of a condition, a rule has the conditions of the screen',
  options,
  async () => {
    const { id, conditions } = await draft()
    const { page, errors } = await tabOn(id)
    await page.getByLabel('Priority').fill('9')
    await call('DELETE', `/policy/conditions/${conditions[2]?.id}`)
    await page.getByRole('button', { name: 'Save changes' }).click()
    const notice = page.getByRole('alert')
    await notice.getByText(/policy conditions:.*userType is Staff → .*level is 7$/).waitFor()
    await notice.getByRole('button', { name: 'Save changes all the same' }).click()
    await page
      .getByRole('button', { name: 'Save changes', exact: true })
      .waitFor({ state: 'detached' })
    const stored = await call('GET', `/policy/rules/${id}`)
    assert.equal(stored.priority, 9)
    assert.deepEqual(
      stored.included.policy_conditions
        .map((each: { profile_key: string }) => each.profile_key)
        .sort(),
      ['department', 'level', 'userType'],
    )
    assert.deepEqual(errors(), [])
  },
)

test(
  'a tab that shows three conditions activates no rule of two before it shows that',
  options,
  async () => {
    const { id, conditions } = await draft()
    const { page, errors } = await tabOn(id)
    await call('DELETE', `/policy/conditions/${conditions[2]?.id}`)
    await page.getByRole('button', { name: 'Activate' }).click()
    const dialog = page.getByRole('dialog')
    const change = dialog.getByText(/policy conditions:.*userType is Staff → .*level is 7$/)
    await dialog.getByText('2 people').first().waitFor()
    assert.equal(await change.count(), 1)
    await dialog.getByText('You changed it').waitFor()
    await assertAccessible(page)
    assert.equal(await stateOf(id), 'staged')

    // Once more while the plan is shown.
    const activate = dialog.getByRole('button', { name: 'Activate rule' })
    await activate.waitFor()
    await call('DELETE', `/policy/conditions/${conditions[1]?.id}`)
    await activate.click()
    await dialog.getByText('3 people').first().waitFor()
    assert.equal(await stateOf(id), 'staged')
    assert.deepEqual(await manifestOf(stage().opened.server, '12'), [])
    const sentence = dialog.getByRole('list').first()
    assert.match((await sentence.textContent()) ?? '', /department is Sales$/)
    await activate.click()
    await page.getByText('3 people in by it').waitFor()
    assert.equal(await stateOf(id), 'active')
    assert.deepEqual(errors(), [])
  },
)

test('the dialog of a plan repeats the sentence of its rule', options, async () => {
  const { id } = await draft()
  const { page, errors } = await tabOn(id)
  await page.getByRole('button', { name: 'Activate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Give member on group 12 to people').waitFor()
  assert.deepEqual(await dialog.getByRole('list').first().getByRole('listitem').allTextContents(), [
    'whose department is Sales',
    'and whose level is 7',
    'and whose userType is Staff',
  ])
  assert.deepEqual(errors(), [])
})

test('an edited rule is not left by mistake', options, async () => {
  const { id } = await draft()
  const { page, errors } = await tabOn(id)
  const address = page.url()
  await page.getByRole('link', { name: 'group 12' }).first().click()
  await page.waitForURL((now) => now.href !== address)
  await page.evaluate(
    `self.__TSR_ROUTER__.navigate({ href: ${JSON.stringify(new URL(address).pathname)} })`,
  )
  await page.waitForURL(address)
  const typed = page.getByLabel('Description')
  await typed.fill('Half a thought')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })

  await page.getByRole('link', { name: 'group 12' }).first().click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  assert.deepEqual([page.url(), await typed.inputValue()], [address, 'Half a thought'])

  let asked = 0
  page.on('dialog', async (dialog) => {
    asked += 1
    await dialog.dismiss()
  })
  await page.close({ runBeforeUnload: true })
  await page.waitForTimeout(500)
  assert.deepEqual([asked, page.isClosed()], [1, false], 'closing the tab asks')

  await page.evaluate('history.back()')
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL((now) => now.href !== address)

  assert.deepEqual(errors(), [])
})

/** Tries each way out of a dialog in which something was typed. It is open, with the text in it, after each refusal. */
async function leaveInEveryWay(page: Page, dialog: Locator, typed: Locator): Promise<void> {
  const address = page.url()
  const text = await typed.inputValue()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const ways = {
    close: () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
    escape: () => page.keyboard.press('Escape'),
    back: () => page.evaluate('history.back()'),
    link: () => page.evaluate(`void self.__TSR_ROUTER__.navigate({ to: '/people' })`),
    panel: () =>
      page.evaluate(`void self.__TSR_ROUTER__.navigate({ to: '.', search: { open: 'x' } })`),
  }
  for (const [way, leave] of Object.entries(ways)) {
    await leave()
    await question.waitFor()
    await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
    if (way === 'escape') await assertAccessible(page)
    await page.keyboard.press(way === 'escape' ? 'Enter' : 'Escape')
    await question.waitFor({ state: 'detached' })
    assert.deepEqual([page.url(), await typed.inputValue()], [address, text], way)
  }
  let asked = 0
  page.once('dialog', async (dialogue) => {
    asked += 1
    await dialogue.dismiss()
  })
  await page.close({ runBeforeUnload: true })
  await page.waitForTimeout(500)
  assert.deepEqual([asked, page.isClosed()], [1, false], 'closing the tab asks')
}

test('what is typed in a dialog is asked about, however it is left', options, async () => {
  const { id } = await draft()
  const { page, errors } = await tabOn(id)
  const open = (to: string) =>
    page.evaluate(`self.__TSR_ROUTER__.navigate({ href: ${JSON.stringify(to)} })`)
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })

  // A form.
  await open('/settings/roles')
  await page.getByRole('button', { name: 'Create role' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create a role' })
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create role' }).first().click()
  await form.getByLabel('Name').fill('half')
  await leaveInEveryWay(page, form, form.getByLabel('Name'))
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave' }).click()
  await form.waitFor({ state: 'detached' })

  // A confirmation with a reason.
  await open(`/policy/${stage().ruleset}/exceptions`)
  await page.getByRole('button', { name: 'Let someone in' }).first().click()
  const exception = page.getByRole('dialog', { name: /^Let someone into/ })
  const reason = exception.getByLabel('Reason')
  await reason.fill('The audit of May')
  await leaveInEveryWay(page, exception, reason)
  await page.evaluate('history.back()')
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(/settings.roles/)

  // A plan. What it does is not asked about.
  await open(`/policy/${stage().ruleset}/rules/${id}`)
  await page.getByRole('button', { name: 'Activate' }).click()
  const plan = page.getByRole('dialog', { name: 'Activate the rule' })
  await plan.getByText('On a date').click()
  const date = plan.getByLabel('Date and time')
  await date.fill('2099-05-01T08:00')
  await leaveInEveryWay(page, plan, date)
  await plan.getByText('Now', { exact: true }).click()
  await plan.getByRole('button', { name: 'Activate rule' }).click()
  await plan.waitFor({ state: 'detached' })
  assert.equal(await stateOf(id), 'active')
  assert.equal(await question.count(), 0)
  assert.deepEqual(errors(), [])
})

test('what is typed in a dialog is asked about while another change is sent', options, async () => {
  const { opened, ruleset } = stage()
  const admin = await makeCaller(opened.server, ['policy.rule.view'])
  await call('POST', `/policy/rulesets/${ruleset}/admins`, {
    user_id: admin.id,
    role: 'audit',
  })
  const { page, errors } = await signedInPage(opened, opened.owner)
  await page.getByRole('navigation').first().waitFor()
  await page.goto(`${opened.server.origin}/policy/${ruleset}/admins`)
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route(`**/admins/${admin.id}`, async (route) => {
    await answered
    await route.continue()
  })
  await page.getByLabel(/^Role: /).selectOption('create')

  await page.getByRole('button', { name: 'Add an admin' }).click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('audit')
  await page.evaluate(`void self.__TSR_ROUTER__.navigate({ to: '/people' })`)
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click()
  await page.waitForURL(/people/)

  answer(undefined)
  await page.unrouteAll({ behavior: 'wait' })
  assert.deepEqual(errors, [])
})

test('a row of a list is changed as it is shown, or not', options, async () => {
  const role = await call('POST', '/workspace/roles', {
    name: 'helpers',
    description: '',
    permissions: ['policy.rule.view'],
  })
  const { opened } = stage()
  const other = await makeCaller(opened.server, ['workspace.role.manage', 'policy.rule.view'])
  const { page, errors } = await signedInPage(opened, opened.owner)
  await page.getByRole('navigation').first().waitFor()
  await page.goto(`${opened.server.origin}/settings/roles?open=${role.id}`)
  await page.getByRole('button', { name: 'Change role' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('policy-helpers')
  const renamed = await opened.server.call('PATCH', `/workspace/roles/${role.id}`, {
    token: other.token,
    body: { description: 'For the desk' },
  })
  assert.equal(renamed.status, 200, renamed.text)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('description: “” → For the desk').waitFor()
  const [caller] = await opened.server.query<{ name: string }>(
    'select name from workspace_user where id = $1',
    [other.uuid],
  )
  await form.getByRole('link', { name: caller?.name ?? '' }).waitFor()
  assert.equal((await call('GET', `/workspace/roles/${role.id}`)).name, 'helpers')
  await form.getByRole('button', { name: /all the same/ }).click()
  await form.waitFor({ state: 'detached' })
  assert.equal((await call('GET', `/workspace/roles/${role.id}`)).name, 'policy-helpers')
  assert.deepEqual(
    errors.filter((error) => !/status of 412/.test(error)),
    [],
  )
})
