import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeService } from '../../src/workspace/services/service-for-tests.ts'
import { makeCaller } from '../harness.ts'
import { makeDirectoryUser, makeIntegration, makeResource } from '../people.ts'
import { makeRuleset } from '../policy-records.ts'
import { until } from '../until.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { followLink, openConsole, signedInPage, type OpenConsole } from './open-console.ts'

const hostile = '<img src=x onerror=alert(1)>'

async function makeRecords({ server, owner }: OpenConsole) {
  const integration = await makeIntegration(server, { name: 'Vexillum', handle: 'vexillum' })
  const resource = await makeResource(server, integration, { name: `Vexing ${hostile}` })
  const service = await makeService(server, { admin: [owner] })
  await server.query('update service set name = $1 where id = $2', ['Vex reports', service.uuid])
  return {
    people: [
      await makeDirectoryUser(server, { first_name: 'Vexia', last_name: 'Aal' }),
      await makeDirectoryUser(server, { first_name: 'Vex', last_name: '' }),
    ],
    resource,
    ruleset: await makeRuleset(server, resource),
    service,
    integration,
  }
}

const optionsOf = (page: Page) => page.getByRole('option').allTextContents()

async function openPalette(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(query)
}

/** The path of the page, once it has a heading of this name. */
async function pathOf(page: Page, heading: string | RegExp): Promise<string> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  return new URL(page.url()).pathname
}

/** The keys count as a sequence where the second comes soon, so that a machine that pauses between them tries again. */
async function goByKeys(page: Page, key: string, heading: string): Promise<string> {
  await until(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    return page
      .getByRole('heading', { level: 1, name: heading })
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      )
  })
  return new URL(page.url()).pathname
}

suite('the frame of the console', { skip: withoutBrowser, timeout: 900_000 }, () => {
  test('the palette finds records of every kind that one may see, from the first letter', async () => {
    const opened = await openConsole()
    const { people, resource, ruleset, service, integration } = await makeRecords(opened)
    const { page, errors } = await signedInPage(opened, opened.owner)
    await page.getByRole('heading', { name: 'Home' }).waitFor()

    await openPalette(page, 'v')
    await page.getByRole('option', { name: 'Vexillum' }).waitFor()
    const found = (await optionsOf(page)).filter((option) => option.startsWith('Vex'))
    assert.ok(found.length >= 5, found.join('\n'))
    assert.match(found[0] ?? '', /^Vexperson/, 'the exact name is the first of its kind')
    await assertAccessible(page)
    await page.keyboard.press('Escape')

    // Enter before the answer arrives goes to what was typed.
    await openPalette(page, 'vex')
    await page.keyboard.press('Enter')
    assert.equal(await pathOf(page, /^Vex$/), `/people/${people[1]?.id}`)
    for (const [query, heading, path] of [
      ['vexing', /Vexing/, `/groups/${resource.id}`],
      ['vex rep', 'Vex reports', `/services/${service.id}`],
      ['vexillum', 'Vexillum', `/sources/${integration.id}`],
    ] as const) {
      await openPalette(page, query)
      await page.keyboard.press('Enter')
      assert.equal(await pathOf(page, heading), path)
    }
    await openPalette(page, 'vexing')
    await page
      .getByRole('option', { name: /Vexing/ })
      .last()
      .click()
    assert.equal(await pathOf(page, /Vexing/), `/policy/${ruleset.id}`)
    await openPalette(page, 'workspace us')
    await page.keyboard.press('Enter')
    assert.equal(await pathOf(page, 'Settings'), '/settings/users')
    await openPalette(page, 'theme da')
    await page.keyboard.press('Enter')
    await page.locator('[data-mantine-color-scheme="dark"]').waitFor()
    await openPalette(page, 'nothing of this name')
    await page.getByText('Nothing matches.').waitFor()
    await assertAccessible(page)
    assert.deepEqual(errors, [])

    const viewer = await makeCaller(opened.server, ['directory.user.view'])
    const other = await signedInPage(opened, viewer)
    await other.page.getByRole('heading', { name: 'Home' }).waitFor()
    await openPalette(other.page, 'vex')
    await other.page.getByRole('option', { name: /^Vexia/ }).waitFor()
    assert.deepEqual(
      (await optionsOf(other.page)).map((option) => option.slice(0, 5)),
      ['Vexpe', 'Vexia'],
    )
    assert.deepEqual(other.errors, [])
  })

  test('places, search, tables and help are reached by keys, and the focus follows', async () => {
    const opened = await openConsole()
    const { resource } = await makeRecords(opened)
    const { page, errors } = await signedInPage(opened, opened.owner)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    const places = [
      ['p', 'People', '/people'],
      ['r', 'Groups', '/groups'],
      ['o', 'Policy', '/policy'],
      ['s', 'Services', '/services'],
      ['i', 'Sources', '/sources'],
      ['a', 'Audit', '/audit'],
      ['t', 'Settings', '/settings'],
      ['h', 'Home', '/'],
    ] as const
    for (const [key, heading, path] of places) {
      assert.equal(await goByKeys(page, key, heading), path)
      await until(async () => (await page.title()) === `${heading} · Muster`, 'the title')
      await page.locator('main:focus').waitFor()
    }

    await page.keyboard.press('/')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await goByKeys(page, 'r', 'Groups')
    await page.getByRole('row', { name: /Vexing/ }).waitFor()
    await page.keyboard.press('/')
    await page.locator('input:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    assert.equal(await pathOf(page, /Vexing/), `/groups/${resource.id}`)
    await page.locator('main:focus').waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Go to People').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })

    // A tab keeps the focus, so that the next one is a key away.
    await page.getByRole('link', { name: 'Timeline' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('a[aria-current="page"]:focus', { hasText: 'Timeline' }).waitFor()

    await page.goto(`${opened.server.origin}/nothing/here`)
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
    await page.locator('main:focus').waitFor()
    assert.equal(new URL(page.url()).hash, '')
    assert.deepEqual(errors, [])
  })

  test('a session that ends takes nothing that is not saved', async () => {
    const opened = await openConsole()
    const person = await makeDirectoryUser(opened.server, { first_name: 'Ada', last_name: 'Old' })
    const { page, errors } = await signedInPage(opened, opened.owner)
    await page.goto(`${opened.server.origin}/people/${person.id}`)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('button', { name: 'Change details' }).click()
    const form = page.getByRole('dialog', { name: 'Change Ada Old' })
    await form.getByLabel('Last name').fill('New')
    await page.context().clearCookies()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Your session has ended').waitFor()
    await page.getByRole('heading', { name: 'Sign in to Muster' }).waitFor()
    await form.waitFor({ state: 'hidden' })
    await assertAccessible(page)
    errors.splice(0)

    const tab = await page.context().newPage()
    await followLink(opened, opened.owner, tab)
    await tab.getByRole('heading', { name: 'Home' }).waitFor()
    await page.bringToFront()
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await form.waitFor()
    assert.equal(await form.getByLabel('Last name').inputValue(), 'New')
    await assertAccessible(page)
    await form.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Ada New' }).waitFor()
    assert.deepEqual(errors, [])

    // Another person sees nothing of what was open.
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('button', { name: 'Change details' }).click()
    await page.getByLabel('Last name').fill('Newer')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Your session has ended').waitFor()
    await followLink(opened, await makeCaller(opened.server, ['audit.log.view']), tab)
    await tab.getByRole('heading', { name: 'Home' }).waitFor()
    await page.bringToFront()
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await page.getByText('You may not see this').waitFor()
    assert.equal(await page.getByText('Ada New').count(), 0)
  })

  test('the places become icons in narrow windows, and a drawer in very narrow ones', async () => {
    const opened = await openConsole()
    const { page, errors } = await signedInPage(opened, opened.owner)
    const places = page.getByRole('navigation', { name: 'Places' })
    await page.setViewportSize({ width: 1000, height: 700 })
    await places.getByRole('link', { name: 'People' }).waitFor()
    assert.equal((await places.boundingBox())?.width, 52)
    await assertAccessible(page)

    await page.setViewportSize({ width: 360, height: 700 })
    const button = page.getByRole('button', { name: 'Places' })
    await places.waitFor({ state: 'hidden' })
    await assertAccessible(page)
    await button.press('Enter')
    await places.getByRole('link', { name: 'Muster, home' }).and(page.locator(':focus')).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await places.waitFor({ state: 'hidden' })
    await button.and(page.locator(':focus')).waitFor()
    await button.click()
    await places.getByRole('link', { name: 'People' }).click()
    assert.equal(await pathOf(page, 'People'), '/people')
    await places.waitFor({ state: 'hidden' })
    const assertNarrow = async () =>
      assert.equal(
        await page.evaluate(
          `[document.documentElement, document.querySelector('main')].every((each) => each.scrollWidth <= innerWidth)`,
        ),
        true,
        'nothing is wider than the window',
      )
    await assertNarrow()
    const { id } = await makeDirectoryUser(opened.server, {
      first_name: 'Ada',
      last_name: 'Long',
      email: `${'x'.repeat(64)}@${'y'.repeat(60)}.example`,
    })
    await page.goto(`${opened.server.origin}/people/${id}`)
    await page.getByRole('heading', { name: 'Ada Long' }).waitFor()
    await assertNarrow()
    assert.equal(
      await page.evaluate('getComputedStyle(document.querySelector("#places")).transitionDuration'),
      '0s',
      'without motion for those who want none',
    )
    assert.deepEqual(errors, [])
  })
})
