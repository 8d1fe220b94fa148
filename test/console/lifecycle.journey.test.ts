import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDirectoryUser, makeIntegration, makeResource } from '../people.ts'
import { makeRule, makeRuleset, makeStay } from '../policy-records.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

test(
  'a step of a person’s life says what they lose, and leads to the plan where it is beyond a limit',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner } = opened
    const person = await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Moreau' })
    const integration = await makeIntegration(server)
    for (const type of ['idp_group', 'codehost_project', 'idp_group'] as const) {
      const ruleset = await makeRuleset(server, await makeResource(server, integration, { type }), {
        type,
      })
      const isPerson = { type: 'user', directory_user_id: person.uuid } as const
      const rule = await makeRule(server, ruleset, { state: 'active' }, [isPerson])
      await makeStay(server, { ruleset, rule, person })
    }
    const limited = await server.call('PATCH', '/policy/settings', {
      token: owner.token,
      body: { named_people_limit: 0 },
    })
    assert.equal(limited.status, 200, limited.text)

    const { page, errors } = await signedInPage(opened, owner)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.goto(`${server.origin}/people/${person.id}`)
    const ask = async (step: string) => {
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('button', { name: step }).click()
    }
    await ask('Set an end')
    await page.getByText('and lose 2 groups and 1 project then').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await ask('Deactivate')
    await page.getByText('They lose 2 groups and 1 project at once.').waitFor()
    await assertAccessible(page)
    assert.deepEqual(errors, [])
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('link', { name: /^See what it would do/ }).click()
    await page.getByText('This is beyond a limit').waitFor()
    assert.match(new URL(page.url()).pathname, /^\/plans\/popln_/)
    await page.getByRole('button', { name: 'Apply plan' }).first().click()
    await page.getByText('3 removed').waitFor()
    await page.getByRole('button', { name: 'Apply plan' }).last().click()
    await page.getByText('The plan was applied.').waitFor()
    const now = await server.get(`/directory/users/${person.id}`, owner.token)
    assert.equal(now.body.state, 'deactivated')
  },
)
