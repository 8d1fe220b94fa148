import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../harness.ts'
import { makeDirectoryUser, makeIdentity, makeIntegration } from '../people.ts'
import { assertAccessible, calm, watchForErrors, withoutBrowser } from './browser.ts'
import { followLink, openConsole, signedInPage } from './open-console.ts'

const hostile = '<img src=x onerror=alert(1)>'

test(
  'a person signs in by link, finds somebody by a few letters, reads about them, and signs out',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner, browser } = opened
    for (const first_name of ['Ada', 'Adam', 'Bea'])
      await makeDirectoryUser(server, { first_name, last_name: 'Lindqvist' })
    await makeDirectoryUser(server, { first_name: hostile, last_name: 'Mallory' })

    const page = await browser.newPage(calm)
    const errors = watchForErrors(page)
    await page.goto(server.origin)
    await page.getByRole('heading', { name: 'Sign in to Muster' }).waitFor()
    await assertAccessible(page)

    await followLink(opened, owner, page)
    await page.getByRole('link', { name: 'People', exact: true }).first().click()
    await page.getByRole('row', { name: /Bea Lindqvist/ }).waitFor()
    await page.getByText(hostile).first().waitFor()
    await assertAccessible(page)

    await page.keyboard.press('/')
    await page.keyboard.type('adam')
    await page.getByRole('row', { name: /Bea Lindqvist/ }).waitFor({ state: 'detached' })
    // The letters before the last one leave her out too.
    await page.waitForURL(({ searchParams }) => searchParams.get('search') === 'adam')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /Bea Lindqvist/ }).waitFor()

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Title' }).uncheck()
    await page.getByRole('checkbox', { name: 'Username' }).check()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('columnheader', { name: 'Username' }).waitFor()
    await page.getByRole('row', { name: /Bea Lindqvist/ }).waitFor()

    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `${hostile} Mallory` }).waitFor()
    // Also while a tab is read.
    const accounts = Promise.withResolvers<void>()
    await page.route(/directory-identities/, async (route) => {
      await accounts.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Accounts' }).click()
    await page.locator('main [class*=skeletons]').waitFor()
    await assertAccessible(page)
    accounts.resolve()
    for (const tab of ['Access', 'Accounts', 'Organisation', 'Timeline', 'Overview']) {
      await page.getByRole('link', { name: tab }).click()
      await page.locator(`a[aria-current="page"]:has-text("${tab}")`).waitFor()
      await page.waitForLoadState('networkidle')
      await assertAccessible(page)
    }

    // The page of a person names the source of each value.
    const hr = await makeIntegration(server, {
      handle: 'hr',
      is_primary: true,
      employee_id_profile_key: 'number',
      badge_id_profile_key: 'badge',
    })
    const boss = await makeDirectoryUser(server, { first_name: 'Bo', last_name: 'Boss' })
    const known = await makeDirectoryUser(server, { manager_id: boss.uuid })
    const profile = '{"number": "E17", "badge": "B9"}'
    await makeIdentity(server, hr, known, { primary: true, profile })
    await page.goto(`${server.origin}/people/${known.id}`)
    for (const value of ['E17', 'B9', 'Bo Boss'])
      await page.locator('dd', { hasText: value }).getByText('hr', { exact: true }).waitFor()
    await assertAccessible(page)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('bea lind')
    await page.getByRole('option', { name: /Bea Lindqvist/ }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Bea Lindqvist' }).waitFor()

    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('button', { name: 'Change details' }).click()
    const form = page.getByRole('dialog', { name: 'Change Bea Lindqvist' })
    await form.getByRole('combobox', { name: 'Manager' }).fill('ada lind')
    await page.getByRole('option', { name: /^Ada Lindqvist/ }).click()
    await form.getByText('Manager: nothing → Ada Lindqvist').waitFor()
    await form.getByText(/^Rules that ask about managers/).waitFor()
    await form.getByRole('button', { name: 'Add a key' }).click()
    await form.getByLabel('Key', { exact: true }).fill('shirt_size')
    await form.getByLabel('Value of shirt_size').fill('M')
    await form.getByRole('button', { name: 'Add a key' }).click()
    await form.getByLabel('Key', { exact: true }).last().fill('shirt_size')
    await form.getByText('This key is there already.').waitFor()
    await form.getByRole('button', { name: 'Remove shirt_size' }).last().click()
    const bea = /drusr_\w+/.exec(page.url())?.[0]
    const meanwhile = { token: owner.token, body: { metadata: { team: 'Blue' } } }
    await server.call('PATCH', `/directory/users/${bea}`, meanwhile)
    await page.evaluate('__TANSTACK_QUERY_CLIENT__.refetchQueries()')
    await form.getByLabel('Email').fill('no address')
    await assertAccessible(page)
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.locator('input[aria-invalid=true]').and(form.getByLabel('Email')).waitFor()
    await assertAccessible(page)
    await form.getByLabel('Email').fill('bea@x.example')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.getByText('metadata: {} → {"team":"Blue"}').waitFor()
    await form.getByRole('button', { name: 'Save changes all the same' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByText('shirt_size').waitFor()
    const changed = (await server.get(`/directory/users/${bea}`, owner.token)).body
    assert.deepEqual(
      [changed.included.user_manager.full_name, changed.email, changed.metadata],
      ['Ada Lindqvist', 'bea@x.example', { shirt_size: 'M', team: 'Blue' }],
    )

    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('They are in no manifest now').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Deactivated').waitFor()

    await page.emulateMedia({ colorScheme: 'dark' })
    await assertAccessible(page)
    await page.getByRole('button', { name: /^caller/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in to Muster' }).waitFor()
    assert.deepEqual(
      errors.filter((each) => !/status of (412|422)/.test(each)),
      [],
    )
  },
)

test(
  'a person who may only look sees no action, and learns which permission a part needs',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const someone = await makeDirectoryUser(opened.server, {
      first_name: 'Ada',
      last_name: 'Moreau',
    })
    const auditor = await makeCaller(opened.server, ['directory.user.view'])
    const { page, errors } = await signedInPage(opened, auditor)
    await page.getByRole('link', { name: 'People', exact: true }).first().click()
    await page.getByRole('row', { name: /Ada Moreau/ }).click()
    await page.getByRole('heading', { name: 'Ada Moreau' }).waitFor()
    await page.getByText(someone.id).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Actions' }).count(), 0)
    assert.deepEqual(errors, [])

    await page.getByRole('link', { name: 'Access' }).click()
    await page.getByText('You may not see this').waitFor()
    await page.getByText(/policy\.rule\.view/).waitFor()
    await assertAccessible(page)
  },
)
