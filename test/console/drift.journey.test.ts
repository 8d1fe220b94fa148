import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeMember,
  makeResource,
} from '../people.ts'
import { makeIncident, makeRule, makeRuleset, makeStay } from '../policy-records.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

const skip = { skip: withoutBrowser, timeout: 900_000 }

test(
  'a group shows who should have it beside who has it, and a person what to remove',
  skip,
  async () => {
    const world = await openConsole()
    const { server, owner } = world
    const idp = await makeIntegration(server)
    const group = await makeResource(server, idp, { name: 'Backend' })
    const ruleset = await makeRuleset(server, group, { is_authoritative: true })
    const rule = await makeRule(server, ruleset, { state: 'active' })
    const should = await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Missing' })
    await makeStay(server, { ruleset, rule, person: should })
    const leaver = await makeDirectoryUser(server, { first_name: 'Bo', last_name: 'Left' })
    await makeMember(server, group, await makeIdentity(server, idp, leaver))
    // By name she would be first: what is missing comes before her.
    const held = await makeDirectoryUser(server, { first_name: 'Abe', last_name: 'Held' })
    const kept = await makeIdentity(server, idp, held)
    await makeMember(server, group, kept)
    await server.query(
      `insert into held_account (identity_id, integration_id, incident_id, first_name, last_name, full_name, state, is_new, profile)
       values ($1, $2, $3, '', '', '', 'active', false, '{}')`,
      [kept.uuid, idp.uuid, (await makeIncident(server, idp)).uuid],
    )
    const twice = await makeDirectoryUser(server, { first_name: 'Zoe', last_name: 'Twice' })
    await makeStay(server, { ruleset, rule, person: twice })
    for (const role of ['member', 'owner'])
      await makeMember(server, group, await makeIdentity(server, idp, twice), role)
    const { page, errors } = await signedInPage(world, owner)

    // One request counts who differs, however many there are.
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${server.origin}/groups/${group.id}`)
    await page.getByRole('link', { name: 'Extra 2' }).waitFor()
    assert.equal(asked.filter((url) => /\/resources\/.*\/drift/.test(url)).length, 1)
    assert.equal(asked.filter((url) => /\/resources\/.*\/members/.test(url)).length, 0)
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Missing 1' }).click()
    await page.getByRole('row', { name: /Ada Missing.*Missing/ }).waitFor()
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.goto(`${server.origin}/groups/${group.id}`)
    await page.getByRole('link', { name: 'Should and has' }).click()
    await page.getByRole('row', { name: /Ada Missing.*Missing/ }).waitFor()
    await page.getByRole('row', { name: /Bo Left.*Extra.*Member/ }).waitFor()
    await page.getByRole('row', { name: /Zoe Twice.*Other role.*Owner, Member/ }).waitFor()
    const rows = await page.getByRole('row').allTextContents()
    assert.deepEqual(
      rows.slice(1).map((row) => /Ada Missing|Abe Held|Bo Left|Zoe Twice/.exec(row)?.[0]),
      ['Ada Missing', 'Abe Held', 'Bo Left', 'Zoe Twice'],
    )
    const both = page.getByRole('row', { name: /Abe Held/ })
    const extra = await both.getByText('Extra', { exact: true }).boundingBox()
    const heldBadge = await both.getByText('Held', { exact: true }).boundingBox()
    assert.ok(extra !== null && heldBadge !== null)
    assert.ok(extra.x + extra.width <= heldBadge.x, 'the badges overlap')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Compared' }).first().click()
    await page.getByText('Extra · 2').click()
    await page.keyboard.press('Escape')
    await page.getByText('2 rows', { exact: true }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    assert.equal((await download).suggestedFilename(), 'should-and-has-Backend.csv')

    await page.goto(`${server.origin}/people/${leaver.id}/access`)
    await page.getByText('1 membership at the vendors should not be there').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'See what to remove' }).click()
    await page.getByRole('row', { name: /Backend.*Extra/ }).waitFor()
    await assertAccessible(page)

    // A leaver's memberships are shown where one looks first, also those that no rule concerns.
    const wiki = await makeResource(server, idp, { name: 'Wiki' })
    const gone = await makeDirectoryUser(server, { first_name: 'Gus', base_state: 'deactivated' })
    await makeMember(server, wiki, await makeIdentity(server, idp, gone))
    for (const tab of ['', '/access']) {
      await page.goto(`${server.origin}/people/${gone.id}${tab}`)
      await page.getByText('is still a member of 1 resource at the vendors').waitFor()
      await page.getByText('1 account is still active').waitFor()
      await page.getByRole('link', { name: 'At the vendors 1' }).waitFor()
      await assertAccessible(page)
    }
    await page.getByRole('link', { name: 'See the memberships' }).click()
    await page.getByRole('row', { name: /Wiki/ }).waitFor()
    const guest = await makeDirectoryUser(server, { first_name: 'Gil', last_name: 'Guest' })
    await makeMember(server, wiki, await makeIdentity(server, idp, guest))
    await page.goto(`${server.origin}/people/${guest.id}/access`)
    await page.getByText('What they have in 1 resource at the vendors').waitFor()
    await assertAccessible(page)

    // Which role somebody has beside the one that they should have, on both tabs.
    const other = await makeDirectoryUser(server, { first_name: 'Ola', last_name: 'Other' })
    await makeStay(server, { ruleset, rule, person: other })
    await makeMember(server, group, await makeIdentity(server, idp, other), 'owner')
    const headers = ['Should have', 'Has', 'Should since', 'Has since']
    for (const tab of ['access', 'vendors']) {
      await page.goto(`${server.origin}/people/${other.id}/${tab}`)
      await page.getByRole('row', { name: /Backend.*Other role.*Member.*Owner/ }).waitFor()
      for (const name of headers)
        await page.getByRole('columnheader', { name, exact: true }).waitFor()
      await assertAccessible(page)
    }

    await page.goto(`${server.origin}/people/${should.id}/access`)
    await page.getByRole('row', { name: /Backend.*Missing.*Member/ }).waitFor()
    await page.goto(`${server.origin}/people/${should.id}/vendors`)
    await page.getByText('Nothing at the vendors').waitFor()
    await assertAccessible(page)

    // Drafts beside the members, before they are in force.
    await makeRule(server, ruleset, {}, [{ type: 'user', directory_user_id: leaver.uuid }])
    await page.goto(`${server.origin}/policy/${ruleset.id}`)
    await page.getByRole('link', { name: '0 would enter and are no members yet' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: '1 would enter and are members already' }).click()
    await page.getByRole('row', { name: /Bo Left.*Enters/ }).waitFor()
    await page.getByText('1 row', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: '1 members would be left out' }).click()
    await page.getByRole('row', { name: /Abe Held.*meets none of its rules/ }).waitFor()
    await page.getByRole('button', { name: 'Compare with the rules in force' }).click()
    await page.getByRole('row', { name: /Bo Left.*Extra/ }).waitFor()
    assert.deepEqual(errors, [])
  },
)
