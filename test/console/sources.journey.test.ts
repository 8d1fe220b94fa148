import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectOkta } from '../connect-okta.ts'
import { importByApi } from '../import-by-api.ts'
import { okta } from '../import-world.ts'
import { importPolicy } from '../../src/policy-as-code/import-policy.ts'
import { encodeId } from '../../src/contract/ids.ts'
import { testActor } from '../people-fixture.ts'
import { policyOfGroups } from '../policy-text.ts'
import { makeCaller } from '../harness.ts'
import { makeDirectoryUser, makeIdentity, makeIntegration, makeResource } from '../people.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

const stubbed = { message: 'Stubbed.', errors: {} }

const clickTwice = (button: { click: () => void }) => {
  button.click()
  button.click()
}

const skip = { skip: withoutBrowser, timeout: 900_000 }

test(
  'an account whose address two people have is linked to one of them, and taken away again',
  skip,
  async () => {
    const world = await openConsole()
    const { server, owner } = world
    const source = await makeIntegration(server, { name: 'Lockers', handle: 'lockers' })
    const email = 'twin@acme.example'
    await makeDirectoryUser(server, { first_name: 'Tara', last_name: 'Twin', email })
    const tom = await makeDirectoryUser(server, { first_name: 'Tom', last_name: 'Twin', email })
    const account = await makeIdentity(server, source, null, {
      full_name: 'T. Twin',
      email,
      suggested_directory_user_id: tom.uuid,
    })
    await makeIdentity(server, source, null, { full_name: 'Somebody Else' })
    const { page, errors } = await signedInPage(world, owner)
    await page.goto(`${server.origin}/sources/accounts?state=orphan`)
    await page.getByText('2 accounts').waitFor()
    await page.getByRole('textbox', { name: 'Search accounts' }).fill('twin@')
    await page.getByText('1 account', { exact: true }).waitFor()
    // Whose it may be is not known while that is read, nor when the read fails.
    const read = Promise.withResolvers<void>()
    const described = new RegExp(`/directory/identities/${account.id}$`)
    await page.route(described, async (route) => {
      await read.promise
      await route.fulfill({ status: 500, json: { message: 'Stubbed.', errors: {} } })
    })
    await page.getByRole('row', { name: /T\. Twin.*Orphan/ }).click()
    const panel = page.getByRole('complementary', { name: 'T. Twin' })
    await panel.locator('[class*=skeletons]').waitFor()
    assert.equal(await panel.getByText('No one is suggested').count(), 0)
    assert.equal(await panel.getByRole('button', { name: 'Link to a person' }).count(), 0)
    await assertAccessible(page)
    read.resolve()
    await panel.getByText('This did not work').waitFor()
    assert.equal(await panel.getByText('No one is suggested').count(), 0)
    await assertAccessible(page)
    errors.splice(0)
    await page.unroute(described)
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.getByRole('button', { name: 'Link to Tara Twin' }).waitFor()
    const leftOf = async (name: string) => {
      const box = await panel.getByRole('heading', { name }).last().boundingBox()
      return box?.x ?? Number.NaN
    }
    await page.setViewportSize({ width: 1024, height: 700 })
    const beside = await leftOf('Possible person')
    assert.ok(beside > (await leftOf('Account')), 'everyone is beside the account')
    await page.setViewportSize({ width: 1280, height: 720 })
    await panel.getByText('Several people have the address of this account').waitFor()
    assert.equal(await panel.getByRole('heading', { name: 'Possible person' }).count(), 2)
    await panel.getByRole('button', { name: 'Link to someone else' }).waitFor()
    await assertAccessible(page)

    // What the account and the person have in common is the reason.
    await panel.getByText('Nobody’s access changes.').first().waitFor()
    await panel.getByRole('button', { name: 'Link to Tom Twin' }).click()
    await page.getByText('T. Twin belongs to Tom Twin now.').waitFor()
    await page.getByText('No such accounts').waitFor()
    await page.getByRole('button', { name: 'Clear all filters' }).waitFor()
    await page.locator('main:focus').waitFor()
    await assertAccessible(page)
    const path = `/directory/identities/${account.id}`
    const { body: linked } = await server.get(path, owner.token)
    const reason = `Chosen among 2 people: the same address ${email}`
    assert.deepEqual([linked.directory_user_id, linked.link_evidence], [tom.id, reason])

    await page.goto(`${server.origin}/sources/accounts`)
    await page
      .getByRole('row', { name: /Tom Twin/ })
      .getByText('T. Twin')
      .click()
    await panel.getByRole('button', { name: 'Take from this person' }).click()
    await page.getByLabel('Reason').fill('It was Tara’s')
    await page.getByRole('button', { name: 'Unlink account' }).click()
    await page.getByRole('row', { name: /T\. Twin.*Orphan/ }).waitFor()
    const { body: left } = await server.get(path, owner.token)
    assert.deepEqual([left.directory_user_id, left.link_evidence], [null, 'It was Tara’s'])

    // Whose it is not was decided, and an account that has ended waits for nobody.
    const ended = { state: 'deactivated', vendor_state: 'deactivated' } as const
    await makeIdentity(server, source, null, { full_name: 'Old Twin', email, ...ended })
    for (const name of ['T. Twin', 'Old Twin']) {
      await page.goto(`${server.origin}/sources/accounts`)
      await page.getByRole('row', { name }).click()
      const other = page.getByRole('complementary', { name })
      await other.getByRole('button', { name: 'Link to a person' }).waitFor()
      await page.waitForLoadState('networkidle')
      assert.equal(await other.getByRole('button', { name: /Link to T/ }).count(), 0, name)
    }

    // Those that may be someone's are found among the others.
    await makeIdentity(server, source, null, { full_name: 'Tara Twin' })
    await page.goto(`${server.origin}/sources/accounts?state=orphan`)
    await page.getByText('3 accounts').waitFor()
    await page.getByRole('button', { name: 'Suggestion' }).click()
    await page.getByText('With a suggestion').click()
    await page.getByText('1 account', { exact: true }).waitFor()
    await page.getByRole('row', { name: /Tara Twin.*Maybe/ }).waitFor()
    assert.deepEqual(errors, [])
  },
)

test('a suggestion is accepted by one click, after its effect was seen', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const { token } = owner
  const source = await makeIntegration(server, { name: 'Lockers', handle: 'lockers' })
  await server.call('PATCH', `/workspace/integrations/${source.id}`, {
    token,
    body: { policy_keys: ['team'] },
  })
  const keys = { profile_key: 'team', integration_id: source.id, attributes_enabled: true }
  await server.call('POST', '/directory/dimensions', {
    token,
    body: { handle: 'team', name: 'Team', ...keys },
  })
  const orphans = []
  for (const name of ['Ada', 'Bo', 'Cy', 'Di']) {
    const names = { first_name: name, last_name: 'Ahl', full_name: `${name} Ahl` }
    await makeDirectoryUser(server, names)
    const profile = { team: 'Red' }
    orphans.push(await makeIdentity(server, source, null, { full_name: `${name} Ahl`, profile }))
  }
  const [ada] = orphans
  const { page, errors } = await signedInPage(world, owner)
  await page.goto(`${server.origin}/sources/accounts?state=orphan&suggested=true`)
  const rowOf = (name: string) => page.getByRole('row', { name: `${name} Ahl` })
  const panelOf = (name: string) => page.getByRole('complementary', { name: `${name} Ahl` })
  // Whose they may be is seen on a phone too.
  await page.setViewportSize({ width: 390, height: 844 })
  await rowOf('Ada').getByText('Maybe').waitFor()
  await page.setViewportSize({ width: 1280, height: 720 })
  await rowOf('Ada').click()
  await panelOf('Ada').getByText('Ada Ahl gets 1 attribute.').waitFor()
  await panelOf('Ada').getByText('Name Ada Ahl').waitFor()
  await assertAccessible(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await panelOf('Ada').getByRole('button', { name: 'Link to Ada Ahl' }).evaluate(clickTwice)
  await rowOf('Ada').waitFor({ state: 'detached' })
  assert.equal(sent.filter((url) => url.endsWith('/apply')).length, 1)
  // The next row has the focus, so the keyboard goes on with the queue.
  await rowOf('Bo').and(page.locator(':focus')).waitFor()
  const message = page.getByRole('status').filter({ hasText: 'Ada Ahl belongs to Ada Ahl now.' })
  await message.waitFor()
  await assertAccessible(page)
  const path = `/directory/identities/${ada?.id}`
  const { link_evidence: why } = (await server.get(path, token)).body
  assert.equal(why, 'Accepted the suggestion: the same name Ada Ahl')
  await message.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Ada Ahl belongs to no one again.').waitFor()
  const undone = (await server.get(path, token)).body
  assert.deepEqual(
    [undone.directory_user_id, undone.link_evidence, undone.suggestion_evidence],
    [null, null, ['full_name']],
  )
  await page.getByRole('button', { name: 'Close the message' }).click()

  // A plan that takes access away is shown first.
  const plans = /\/policy\/plans\/\w+\?/
  await page.route(plans, async (route) => {
    const response = await route.fetch()
    const plan = await response.json()
    const totals = { ...plan.totals, people: 1, added: 0, removed: 1 }
    await route.fulfill({ response, json: { ...plan, totals } })
  })
  // At its beginning: in the middle is a link to the person.
  await rowOf('Bo').click({ position: { x: 20, y: 10 } })
  await panelOf('Bo').getByText('The link asks you first.').waitFor()
  await panelOf('Bo').getByRole('button', { name: 'Link to Bo Ahl' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('lose access at once').waitFor()
  const reason = 'Accepted the suggestion: the same name Bo Ahl'
  assert.equal(await dialog.getByLabel('Reason').inputValue(), reason)
  await assertAccessible(page)
  await page.unroute(plans)
  await page.keyboard.press('Escape')

  // So is one that is no longer what was seen, as it is now.
  await page.keyboard.press('Escape')
  await rowOf('Cy').click()
  await panelOf('Cy').getByText('Cy Ahl gets 1 attribute.').waitFor()
  await server.call('POST', `/directory/identities/${orphans[3]?.id}/link`, {
    token,
    body: {
      directory_user_id: (await server.get('/directory/users?filter[search]=Di', token)).body
        .data[0].id,
      reason: 'Hers',
    },
  })
  await page.route(/\/apply$/, (route) => route.fulfill({ status: 409, json: stubbed }), {
    times: 1,
  })
  await panelOf('Cy').getByRole('button', { name: 'Link to Cy Ahl' }).click()
  await dialog.getByText('Changes the access of 1 person').waitFor()
  await dialog.getByRole('button', { name: 'Link account' }).click()
  await page.getByText('Cy Ahl belongs to Cy Ahl now.').waitFor()
  assert.deepEqual(
    errors.filter((each) => !each.includes('409')),
    [],
  )
})

test('a run says how far it is after it has read its file', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const id = encodeId('integration', await connectOkta(server.database, ['department']))
  const bo = okta('bo', { profile: { email: 'ada@example.com' } })
  const raw = [okta('ada'), bo].map((each) => JSON.stringify(each)).join('\n')
  const path = `/workspace/integrations/${id}/imports?name=okta.jsonl`
  await server.call('POST', path, { token: owner.token, raw })
  // An import of two people has ended before a page can show it.
  const now = { state: 'running', progress: { phase: 'reading', percent: 40 } }
  const isOver = () => now.state !== 'running'
  const pull = 'https://slack.com/api'
  const { page, errors } = await signedInPage(world, owner)
  await page.route(/\/runs\?/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const [run] = body.data
    const data = isOver()
      ? [run]
      : [
          { ...run, ...now, timestamp: { ...run.timestamp, finished_at: null } },
          { ...run, id: run.id.replace(/.$/, 'x'), source: pull },
        ]
    await route.fulfill({ response, json: { ...body, data } })
  })
  await page.goto(`${server.origin}/sources/${id}/runs`)
  // What a vendor's API gave is named by its address.
  await page.getByRole('row', { name: pull }).waitFor()
  await page.getByRole('row', { name: /okta\.jsonl.*Running.*reading.*40 %/ }).click()
  const panel = page.getByRole('complementary', { name: 'okta.jsonl' })
  await panel.getByText('reading', { exact: true }).waitFor()
  assert.equal(await panel.getByText('What it did').count(), 0)
  await assertAccessible(page)
  now.progress = { phase: 'policy', percent: 100 }
  await panel.getByText('working out access').waitFor()
  assert.equal(await panel.getByText('100 %').count(), 0)
  await assertAccessible(page)
  now.state = 'succeeded'
  await panel.getByText('2 people new').waitFor()
  await panel.getByText('To review among all people: 1 shared address.').waitFor()
  await assertAccessible(page)
  await panel.getByRole('link', { name: 'See these people' }).click()
  await page.getByText('2 people', { exact: true }).waitFor()
  assert.deepEqual(errors, [])
})

test('another source becomes the primary after its plan was shown', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  await connectOkta(server.database, [])
  const source = await makeIntegration(server, { name: 'Directory', type: 'ldap' })
  for (const full_name of ['Ada Ahl', 'Bo Berg'])
    await makeIdentity(server, source, null, { full_name })
  const { page, errors } = await signedInPage(world, owner)
  await page.goto(`${server.origin}/sources/${source.id}`)
  const isPrimary = async () => {
    const { body } = await server.get(`/workspace/integrations/${source.id}`, owner.token)
    return body.is_primary
  }
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Make primary' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make Directory the primary source' })
  await dialog.getByText('People who would be created: 2').waitFor()
  await dialog.getByText('Nobody’s access changes').waitFor()
  assert.equal(await isPrimary(), false)
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Make primary' }).click()
  await page.getByText('Yes: its accounts create the people of the directory').waitFor()
  assert.equal(await isPrimary(), true)
  assert.deepEqual(errors, [])
})

const seller = (name: string) => okta(name, { profile: { department: 'Sales' } })

test('the plan of an import shows whose access would change, and who is new', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const uuid = await connectOkta(server.database, ['department'])
  const id = encodeId('integration', uuid)
  await makeResource(server, { id, uuid }, { vendor_id: 'sellers', name: 'Sellers' })
  const sales = '{ type: identity, profile_key: department, operator: equals, value: Sales }'
  const policy = policyOfGroups('idp_group', {
    sellers: [`key: sellers, role: member, conditions: [${sales}]`],
  })
  await importPolicy(server.database, policy, { actor: testActor })
  const path = `/workspace/integrations/${id}`
  const { token } = owner
  await importByApi(server, { token, path, file: [seller('ada'), seller('bo')] })
  const file = [seller('ada'), seller('cy')]
  await importByApi(server, { token, path, file, query: '?plan=true&complete=true&name=new.jsonl' })

  const { page, errors } = await signedInPage(world, owner)
  await page.goto(`${server.origin}/sources/${id}/runs`)
  await page.getByRole('row', { name: /new\.jsonl.*Planned/ }).click()
  const panel = page.getByRole('complementary', { name: 'new.jsonl' })
  await panel.getByText('Changes the access of 2 people to 2 resources.').waitFor()
  const access = panel.getByRole('grid', { name: 'People' })
  await access.getByRole('row', { name: /First cy Last.*Added.*Sellers/ }).waitFor()
  await access.getByRole('row', { name: /First bo Last.*Removed.*Sellers/ }).waitFor()
  const people = panel.getByRole('grid', { name: 'Who would be changed' })
  await people.getByRole('row', { name: /First cy Last.*New.*Active/ }).waitFor()
  await people.getByRole('row', { name: /First bo Last.*Deactivated/ }).waitFor()
  assert.equal(await people.getByRole('link', { name: 'First cy Last' }).count(), 0)
  assert.equal(await people.getByRole('link', { name: 'First bo Last' }).count(), 1)
  await assertAccessible(page)

  await panel.getByRole('textbox', { name: 'Search these people' }).fill('cy@example')
  await panel.getByText('2 changes', { exact: true }).waitFor()
  await panel.getByText('2 people', { exact: true }).waitFor()
  await panel.getByRole('textbox', { name: 'Search who would be changed' }).fill('bo@example')
  await panel.getByText('1 person', { exact: true }).waitFor()
  await panel.getByText('2 changes', { exact: true }).waitFor()
  await panel.getByRole('button', { name: /Sellers/ }).click()
  await panel.getByText('1 change', { exact: true }).waitFor()
  // Another import does not begin with the filters of this one.
  const imports = page.getByRole('grid', { name: 'Imports' })
  await imports.locator('[data-row="1"]').click()
  await panel.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).searchParams.get('ruleset'), null)
  await imports.getByRole('row', { name: /new\.jsonl/ }).click()
  await panel.getByText('Changes the access of 2 people to 2 resources.').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.locator('[role=row]:focus', { hasText: 'new.jsonl' }).waitFor()
  assert.equal(new URL(page.url()).search, '')

  const clerk = await makeCaller(server, ['workspace.integration.view'])
  const other = await signedInPage(world, clerk)
  await other.page.goto(`${server.origin}/sources/${id}/runs`)
  await other.page.getByRole('row', { name: /new\.jsonl/ }).click()
  await other.page.getByText('Changes the access of 2 people.').waitFor()
  assert.equal(await other.page.getByText('First cy Last').count(), 0)
  assert.equal(await other.page.getByText('Sellers').count(), 0)
  await assertAccessible(other.page)
  assert.deepEqual([...errors, ...other.errors], [])
})

test('a plan tells new attributes of one name apart by their dimensions', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const { token } = owner
  const dimensions = ['department', 'division']
  const id = encodeId('integration', await connectOkta(server.database, dimensions))
  for (const handle of dimensions) {
    const keys = { profile_key: handle, integration_id: id, attributes_enabled: true }
    const body = { handle, name: handle, ...keys }
    const { status } = await server.call('POST', '/directory/dimensions', { token, body })
    assert.equal(status, 201)
  }
  const path = `/workspace/integrations/${id}`
  const file = [
    okta('ada', { profile: { department: 'West', division: 'Sales' } }),
    okta('bo', { profile: { department: 'West', division: 'West' } }),
  ]
  await importByApi(server, { token, path, file, query: '?plan=true&name=new.jsonl' })
  const { page, errors } = await signedInPage(world, owner)
  await page.goto(`${server.origin}/sources/${id}/runs`)
  await page.getByRole('row', { name: /new\.jsonl.*Planned/ }).click()
  const panel = page.getByRole('complementary', { name: 'new.jsonl' })
  const access = panel.getByRole('grid', { name: 'People' })
  await access.getByRole('row', { name: /First ada Last.*Added\s*department\/West/ }).waitFor()
  await access.getByRole('row', { name: /First bo Last.*Added\s*division\/West/ }).waitFor()
  await access.getByRole('row', { name: /First ada Last.*Added\s*Sales/ }).waitFor()
  await panel.getByRole('button', { name: /^division\/West/ }).click()
  await panel.getByText('1 change', { exact: true }).waitFor()
  await assertAccessible(page)
  assert.deepEqual(errors, [])
})

test('who may see sources only is led to no page that would be refused', skip, async () => {
  const world = await openConsole()
  const { server } = world
  const { id } = await makeIntegration(server, { name: 'Sign-on', handle: 'sso', type: 'okta' })
  const clerk = await makeCaller(server, ['workspace.integration.view'])
  const { page, errors } = await signedInPage(world, clerk)
  await page.route(/\/workspace\/integrations\/wsitg_\w+\?/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const held = { incident_id: id.replace('wsitg', 'poinc'), count: { held_users: 7 } }
    await route.fulfill({ response, json: { ...body, ...held } })
  })
  await page.goto(`${server.origin}/sources/${id}`)
  await page.getByText('7 people are held').waitFor()
  assert.equal(await page.getByRole('link', { name: 'See the incident' }).count(), 0)
  await page.getByText('as the workspace').first().waitFor()
  // Its address is not known, so only files can be imported.
  await page.getByText('muster import FILE --integration sso --plan').waitFor()
  assert.equal(await page.getByText('muster integration sync').count(), 0)
  await assertAccessible(page)
  assert.deepEqual(errors, [])
})

test('SCIM secrets are made, shown once, and take the place of one another', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const source = await makeIntegration(server, { name: 'Entra', type: 'scim' })
  const { page, errors } = await signedInPage(world, owner)
  const address = `${server.origin}/scim/v2/${source.id}/Users`
  const pushed = async (secret: string) => {
    const headers = { authorization: `Bearer ${secret}` }
    return (await fetch(address, { headers })).status
  }
  const make = async (name: string) => {
    await page.getByRole('button', { name: 'Create a secret' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Create a secret' }).click()
    const secret = await dialog.getByRole('status').textContent()
    assert.match(secret ?? '', /^mst_p/)
    // A click beside it takes away nothing that is shown this once.
    await page.mouse.click(5, 5)
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    return secret ?? ''
  }
  await page.goto(`${server.origin}/sources/${source.id}`)
  await page.getByRole('link', { name: 'SCIM' }).click()
  await page.getByText('There is no secret yet').waitFor()
  await page.getByRole('button', { name: new RegExp(`Copy .*/scim/v2/${source.id}`) }).waitFor()
  await assertAccessible(page)
  const autumn = await make('Entra, autumn')
  await page.getByRole('row', { name: /Entra, autumn.*Active.*Never/ }).waitFor()
  const winter = await make('Entra, winter')
  await page.getByText('There are two active secrets').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create a secret' }).count(), 0)
  assert.deepEqual([await pushed(autumn), await pushed(winter)], [200, 200])

  // Whether it is still in use is said before it ends.
  await page.reload()
  await page.getByRole('row', { name: /Entra, autumn/ }).click()
  const panel = page.getByRole('complementary', { name: 'Entra, autumn' })
  await panel.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('It was used last').waitFor()
  await assertAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  const row = page.getByRole('row', { name: /Entra, autumn.*Revoked/ })
  await row.waitFor()
  assert.equal(await row.getByText('Never').count(), 0)
  assert.deepEqual([await pushed(autumn), await pushed(winter)], [401, 200])
  await page.getByRole('button', { name: 'Create a secret' }).waitFor()
  await assertAccessible(page)
  assert.deepEqual(errors, [])
})
