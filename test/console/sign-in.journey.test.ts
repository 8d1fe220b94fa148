import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProvider, type TestProvider } from '../../src/workspace/oidc/provider-for-tests.ts'
import { makeDirectoryUser } from '../people.ts'
import { assertAccessible, calm, watchForErrors, withoutBrowser } from './browser.ts'
import { openConsole } from './open-console.ts'

const role = 'workspace.auditor'

test(
  'a person signs in at an issuer, learns that a role is missing, gets one, and signs out there too',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const providers: TestProvider[] = []
    const { server, owner, browser } = await openConsole(async (publicOrigin) => {
      for (const handle of ['acme', 'partner'])
        providers.push(await startProvider(handle, { publicOrigin }))
      return providers.map(({ issuer }) => issuer)
    })
    const [acme] = providers
    assert.ok(acme)
    acme.person = { sub: 'ada', name: 'Ada Moreau', email: 'ada@acme.example' }
    const wanted = await makeDirectoryUser(server, { first_name: 'Bea', last_name: 'Lindqvist' })
    const path = `/people/${wanted.id}/access?state=active&sort=-since`

    const page = await browser.newPage(calm)
    const errors = watchForErrors(page)
    await page.goto(server.origin + path)
    await page.getByRole('link', { name: 'Sign in with Issuer partner' }).waitFor()
    await page.getByText('muster sign-in-link', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.setViewportSize({ width: 360, height: 700 })
    assert.ok(await page.evaluate('document.querySelector("main").scrollWidth <= innerWidth'))
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'Sign in with Issuer acme' }).click()

    await page.getByRole('heading', { name: 'You are signed in as Ada Moreau' }).waitFor()
    assert.equal(page.url(), server.origin + path)
    const { owner_name: giver } = (await server.get('/auth/test', owner.token)).body
    await page.getByRole('listitem').filter({ hasText: giver }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'I have a role now' }).click()
    await page.getByText('Your account still has no role.').waitFor()
    const address = await page.getByText(/settings\/users\/wsusr_/).textContent()
    const user = address?.split('/').at(-1)
    await page.goto(`${server.origin}/settings/appearance`)
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'I have a role now' }).waitFor()

    const given = await server.call('PATCH', `/workspace/users/${user}`, {
      token: owner.token,
      body: { roles: [role] },
    })
    assert.equal(given.status, 200, given.text)
    await page.getByRole('button', { name: 'I have a role now' }).click()
    await page.getByRole('heading', { name: 'Bea Lindqvist' }).waitFor()
    await page.getByText('No access').or(page.getByText('Nothing matches')).waitFor()

    await page.getByRole('button', { name: /^Ada Moreau/ }).click()
    await page.getByText(role).waitFor()
    // The provider's own pages have errors.
    assert.deepEqual(errors, [])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await page.getByRole('link', { name: 'Sign in with Issuer acme' }).waitFor()
    assert.equal(page.url(), `${server.origin}/`)
  },
)

test(
  'a person whose sign-in is too old for a change signs in again beside it, and goes on',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    let acme: TestProvider | undefined
    const { server, owner, browser } = await openConsole(async (publicOrigin) => {
      const byValue = new Map([['admins', ['workspace.owner']]])
      acme = await startProvider('acme', { publicOrigin, roles: { claim: 'groups', byValue } })
      return [acme.issuer]
    })
    assert.ok(acme)
    acme.person = { sub: 'ada', name: 'Ada Moreau', groups: ['admins'] }
    const page = await (await browser.newContext(calm)).newPage()
    const path = `/settings/users/${owner.id}`
    await page.goto(server.origin + path)
    await page.getByRole('link', { name: 'Sign in with Issuer acme' }).click()
    await page.getByRole('button', { name: 'Actions' }).waitFor()
    await server.query(`update session set signed_in_at = now() - interval '1 hour'`)
    server.app.services.authenticator.forget()

    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('button', { name: 'Change name, roles and last day' }).click()
    await page.getByLabel('Name').fill('Ada of old')
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
    await save.click()
    await page.getByRole('alert').getByText('sign-in within the last 10 minutes').waitFor()
    await assertAccessible(page)
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Sign in again with Issuer acme' }).click()
    const beside = await opened
    await beside.waitForURL(server.origin + path)
    await beside.getByRole('button', { name: 'Actions' }).waitFor()
    await beside.close()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ada of old')
    await save.click()
    await page.getByRole('heading', { name: 'Ada of old' }).waitFor()
  },
)
