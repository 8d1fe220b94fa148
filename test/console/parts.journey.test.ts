import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDirectoryUser } from '../people.ts'
import { withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

// What each of the parts promises to every page that is composed of it.
test('the parts of pages', { skip: withoutBrowser, timeout: 900_000 }, async (t) => {
  const world = await openConsole()
  const { server, owner } = world
  await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Moreau' })
  await makeDirectoryUser(server, {
    first_name: 'Bo',
    last_name: 'Lindqvist',
    base_state: 'suspended',
  })
  const { page, errors } = await signedInPage(world, owner)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  const address = () => new URL(page.url())
  const row = (name: string) => page.getByRole('row', { name })
  const open = (path: string) => page.goto(`${server.origin}${path}`)
  const post = (path: string, body: object) =>
    server.call('POST', path, { token: owner.token, body })

  await t.test('ListPage keeps what narrows it and the opened row in the address', async () => {
    await open('/people?state=suspended')
    await row('Bo Lindqvist').waitFor()
    assert.equal(await row('Ada Moreau').count(), 0)
    await page.getByLabel('Search people').fill('nobody is called so')
    await page.getByText('Nobody matches').waitFor()
    assert.equal(address().searchParams.get('search'), 'nobody is called so')
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await row('Ada Moreau').waitFor()
    assert.equal(address().search, '')
    await page.getByRole('button', { name: 'Name' }).click()
    await row('Ada Moreau').getByRole('link').click()
    await page.getByRole('heading', { name: 'Ada Moreau' }).waitFor()
  })

  await t.test(
    'RecordPage has an address for each tab, and says where there is no record',
    async () => {
      await open('/people')
      await row('Ada Moreau').getByRole('link').click()
      await page.getByRole('link', { name: 'Timeline' }).click()
      await page.locator('a[aria-current="page"]', { hasText: 'Timeline' }).waitFor()
      assert.match(address().pathname, /^\/people\/\w+\/timeline$/)
      await page.reload()
      await page.locator('a[aria-current="page"]', { hasText: 'Timeline' }).waitFor()
      await page.getByRole('heading', { name: 'Ada Moreau' }).waitFor()
      await open('/people/drusr_00000000000000000000000000')
      await page.getByRole('heading', { name: 'People' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Timeline' }).count(), 0)
      errors.splice(0)
    },
  )

  await t.test(
    'FormDialog sends what is complete, keeps what was refused, and asks before it is lost',
    async () => {
      await post('/workspace/services', { name: 'Export', handle: 'export' })
      await open('/services')
      await page.getByRole('button', { name: 'Create service' }).click()
      const form = page.getByRole('dialog')
      const send = form.getByRole('button', { name: 'Create service' })
      assert.equal(await send.isDisabled(), true)
      await form.getByLabel('Name').fill('Another export')
      await form.getByLabel('Handle').fill('export')
      await send.click()
      await form.getByRole('alert').waitFor()
      assert.equal(await form.getByLabel('Name').inputValue(), 'Another export')
      await page.keyboard.press('Escape')
      const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
      await leave.getByRole('button', { name: 'Cancel' }).click()
      await form.getByRole('button', { name: 'Cancel' }).click()
      await form.waitFor({ state: 'detached' })
      errors.splice(0)
    },
  )

  await t.test('PlanDialog shows the effect before it applies the plan', async () => {
    const made = await post('/workspace/integrations', {
      handle: 'hr',
      name: 'HR',
      vendor: 'file',
      type: 'file',
    })
    const path = `/workspace/integrations/${made.body.id}`
    const isPrimary = async () => (await server.get(path, owner.token)).body.is_primary
    await open(`/sources/${made.body.id}`)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('button', { name: 'Make primary' }).click()
    const plan = page.getByRole('dialog', { name: 'Make HR the primary source' })
    const apply = plan.getByRole('button', { name: 'Make primary' })
    await apply.waitFor()
    assert.equal(await isPrimary(), false)
    await apply.click()
    await plan.waitFor({ state: 'detached' })
    assert.equal(await isPrimary(), true)
  })

  await t.test('Timeline opens a change beside it, also by its address alone', async () => {
    await open('/audit')
    await page.getByText(/^Today ·/).waitFor()
    await page
      .getByRole('row', { name: /created the service/ })
      .click({ position: { x: 20, y: 18 } })
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'Service created' }).waitFor()
    const log = address().searchParams.get('open')
    assert.ok(log)
    await open(`/audit?event=policy.settings.change&open=${log}`)
    await panel.getByRole('heading', { name: 'Service created' }).waitFor()
    await page.getByText('No change matches').waitFor()
    assert.deepEqual(errors, [])
  })
})
