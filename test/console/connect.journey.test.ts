import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { connectOkta } from '../connect-okta.ts'
import { okta } from '../import-world.ts'
import { completeMapping } from '../../src/connectors/file/complete-mapping.ts'
import { encodeId } from '../../src/contract/ids.ts'
import { newKey } from '../../src/database/secrets/secret-keys.ts'
import { missingServer } from '../directories/running-server.ts'
import { makeCaller } from '../harness.ts'
import { oktaToken } from '../../src/connectors/okta/fake-okta.fixture.ts'
import { until } from '../until.ts'
import { servedOkta } from '../../src/connectors/okta/served-okta.fixture.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

const skip = { skip: withoutBrowser, timeout: 900_000 }

const noOpenssl = missingServer('openssl', ['openssl'])
const tries = noOpenssl === undefined ? skip : { skip: noOpenssl }

const table = [
  'Personalnummer;Nachname, Vorname;Dienstadresse;Status',
  '1;Moreau, Ada;ada@acme.example;Aktiv',
  '2;Lindqvist, Bo;bo@acme.example;Versetzt',
  '3;Mehta, Cy;no address;Aktiv',
].join('\n')

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
}

/** Adds a column to a field of the form, as the first that is looked at. */
async function addPath(page: Page, field: string, path: string): Promise<void> {
  await page.getByRole('button', { name: `Add to ${field}`, exact: true }).click()
  await page.locator('input:focus').waitFor()
  await page.keyboard.type(path)
  await page.keyboard.press('Enter')
}

const stubbed = { message: 'Stubbed.', errors: {} }

const fail = (route: Route) => route.fulfill({ status: 500, json: stubbed })

const lose = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

const clickTwice = (button: { click: () => void }) => {
  button.click()
  button.click()
}

test('a file is connected step by step, from its first records to its import', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const { page, errors } = await signedInPage(world, owner)
  await page.goto(`${server.origin}/sources`)
  await page.getByRole('link', { name: 'Connect a source' }).click()
  await page.getByRole('radio', { name: 'Files' }).waitFor()
  await page.getByLabel('Name').fill('HR Köln')
  assert.equal(await page.getByLabel('Handle').inputValue(), 'hr-koln')
  // Another type keeps what was entered.
  await page.getByRole('radio', { name: 'SCIM' }).check()
  await page.getByRole('radio', { name: 'Files' }).check()
  assert.equal(await page.getByLabel('Name').inputValue(), 'HR Köln')
  await assertAccessible(page)
  // A source whose answer was lost is made once, and the form stays when sources can't be read again.
  await page.route(/\/workspace\/integrations$/, lose, { times: 1 })
  await page.route(/\/workspace\/integrations\?/, fail)
  await page.getByRole('button', { name: 'Connect source' }).click()
  await page.getByRole('alert').getByText('No whole answer came').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Connect source' }).click()
  await page.getByRole('heading', { name: 'Connect HR Köln' }).waitFor()
  await page.unroute(/\/workspace\/integrations\?/)
  errors.splice(0)

  // Going back offers no second form, and the same handle leads to the source that has it.
  await page.goBack()
  await page.getByRole('link', { name: 'Connect a source' }).click()
  await page.getByLabel('Name').fill('HR Köln')
  await page.getByRole('button', { name: 'Connect source' }).click()
  await page.getByText('HR Köln has this handle').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Open HR Köln' }).click()
  await page.getByRole('link', { name: 'Continue connecting' }).click()
  await page.getByRole('heading', { name: 'Connect HR Köln' }).waitFor()
  await chooseFile(page, 'hr.csv', table)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('A table of people').waitFor()
  await page.getByText('1 question needs an answer').waitFor()
  // What is asked is not also a fault with a remedy of its own.
  assert.equal(await page.getByText('States without a meaning').count(), 0)
  await assertAccessible(page)
  const take = page.getByRole('button', { name: 'Take this mapping' })
  assert.equal(await take.isDisabled(), true)
  await page.getByLabel(/^What does “Versetzt” in Status mean/).selectOption('suspended')
  await page.getByText('needs an answer').waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'None of these columns' }).check()
  await take.click()

  // A state gets a meaning and a field its column, and the people beside it follow.
  const preview = page.getByRole('complementary', { name: 'As they would be' })
  await preview.getByText('Ada Moreau').waitFor()
  await preview.getByText('Bo Lindqvist').waitFor()
  await preview.getByText('Suspended').waitFor()
  await addPath(page, 'Email', 'Dienstadresse')
  await page.getByRole('button', { name: 'Add to Email' }).and(page.locator(':focus')).waitFor()
  await preview.getByText('ada@acme.example').first().waitFor()
  await preview.getByText('Would be refused').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save and go on' }).click()

  await page.locator('main:focus').waitFor()
  // A second click does nothing, also while the run has not been read yet.
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('plan=true')) sent.push(request.url())
  })
  const read = Promise.withResolvers<void>()
  await page.route(/\/runs\/\w+$/, async (route) => {
    await read.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Plan the import' }).evaluate(clickTwice)
  const again = page.getByRole('button', { name: 'Plan again' })
  await again.waitFor()
  assert.equal(await again.isDisabled(), true)
  assert.equal(sent.length, 1)
  read.resolve()
  await page.getByText('Planned').waitFor()
  await page.getByRole('status').getByText('Here is what would change').waitFor()
  await page.getByText('2 people new').waitFor()
  const planned = page.getByRole('grid', { name: 'Who would be changed' })
  await planned.getByRole('row', { name: /Ada Moreau.*New.*Active/ }).waitFor()
  await planned.getByRole('row', { name: /Bo Lindqvist.*New/ }).waitFor()
  await assertAccessible(page)
  assert.deepEqual((await server.get('/directory/users', owner.token)).body.data, [])

  // An import that goes on is there again after another step.
  const now = { isOver: false }
  const unended = { state: 'running', finished_at: null }
  await page.route(/\/runs\/\w+$/, async (route) => {
    const response = await route.fetch()
    const run = await response.json()
    const timestamp = { ...run.timestamp, finished_at: null }
    const isReal = now.isOver || run.is_plan
    await route.fulfill({ response, json: isReal ? run : { ...run, ...unended, timestamp } })
  })
  await page.route(/\/integrations\/wsitg_\w+\?/, async (route) => {
    const response = await route.fetch()
    const source = await response.json()
    const run = source.last_run
    const json =
      now.isOver || run === null ? source : { ...source, last_run: { ...run, ...unended } }
    await route.fulfill({ response, json })
  })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('heading', { name: 'Importing' }).waitFor()
  await until(async () => {
    const { last_run: run } = (await server.get('/workspace/integrations', owner.token)).body
      .data[0]
    return run !== null
  }, 'the import')
  await page.evaluate('self.__TANSTACK_QUERY_CLIENT__.invalidateQueries()')
  await page.getByRole('link', { name: '4. Mapping' }).click()
  await page.getByText('How records are read').waitFor()
  await page.getByRole('link', { name: '5. First import' }).click()
  await page.getByRole('heading', { name: 'Importing' }).waitFor()
  await assertAccessible(page)
  now.isOver = true
  await page.getByRole('heading', { name: 'The source is connected' }).waitFor()
  assert.equal(
    await page.getByText('Nothing is imported yet. The import does what the plan shows.').count(),
    0,
  )
  await page.getByText('Correct the address in the source', { exact: false }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  assert.match(await readFile(await download.path(), 'utf8'), /Line,Reason\r?\n4,/)
  await assertAccessible(page)
  const { body } = await server.get('/directory/users?sort=full_name', owner.token)
  assert.deepEqual(
    body.data.map((each: Record<string, string>) => [each['full_name'], each['state']]),
    [
      ['Ada Moreau', 'active'],
      ['Bo Lindqvist', 'suspended'],
    ],
  )
  const { data } = (await server.get('/workspace/integrations', owner.token)).body
  assert.deepEqual([data[0].handle, data[0].is_primary], ['hr-koln', true])
  await page.getByRole('link', { name: 'Open the source' }).click()
  await page.getByText('Yes: its accounts create the people').waitFor()
  await page.getByText('Continue connecting').waitFor({ state: 'detached' })

  // What to do about a row leads to the part of the mapping where it is done.
  await page.getByRole('link', { name: 'Imports' }).click()
  await page.getByText('hr.csv').first().click()
  await page.getByText(/^\d+ seconds?$/).waitFor()
  await page.getByRole('link', { name: 'Open Email in the mapping' }).click()
  const email = page.getByRole('button', { name: 'Remove Dienstadresse from Email' })
  await email.and(page.locator(':focus')).waitFor()
  assert.deepEqual(
    errors.filter((each) => !each.includes('422')),
    [],
  )
})

test(
  'a file whose encoding is not known is refused once, and read by the one that is chosen',
  skip,
  async () => {
    const world = await openConsole()
    const { server, owner } = world
    const { body: source } = await server.call('POST', '/workspace/integrations', {
      token: owner.token,
      body: { handle: 'hr', vendor: 'file', is_primary: true },
    })
    const { page, errors } = await signedInPage(world, owner)
    await page.goto(`${server.origin}/sources/connect?source=${source.id}&step=file`)
    const japanese = Buffer.from([0x8e, 0xd0, 0x88, 0xf5])
    const head = 'Employee ID,Work Email,Status,Name\n1,a@acme.example,Active,'
    const buffer = Buffer.concat([Buffer.from(head), japanese])
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'hr.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Go on' }).click()
    const refusal = page.getByRole('alert')
    await refusal.getByText(/^The file is not UTF-8/).waitFor()
    assert.equal((await refusal.innerText()).split('is not UTF-8').length, 2)
    assert.doesNotMatch(await refusal.innerText(), /--encoding/)
    await assertAccessible(page)
    await page.getByLabel('Encoding').selectOption('shift_jis')
    await page.getByText('社員').first().waitFor()

    // What was read stays when a later request fails, and each failure can be tried again.
    await page.route(/\/wsitg_/, (route) => route.abort())
    const probed = page.waitForEvent('requestfailed', (each) => each.url().includes('probe=true'))
    await page.getByRole('button', { name: 'Take this mapping' }).click()
    await refusal.getByText('No whole answer came').waitFor()
    await probed
    assert.ok((await page.getByText('社員').count()) > 0)
    await page.unroute(/\/wsitg_/)
    await page.getByRole('button', { name: 'Take this mapping' }).click()
    await page.getByLabel('What active in Status means').waitFor()
    await page.getByRole('button', { name: 'Save and go on' }).click()
    // A plan whose answer was lost is made once.
    const imports = /\/imports\?.*plan=true/
    await page.route(imports, lose)
    await page.getByRole('button', { name: 'Plan the import' }).click()
    await refusal.getByText('No whole answer came').waitFor()
    await page.unroute(imports)
    const runs = /\/runs\/\w+$/
    await page.route(runs, fail)
    await page.getByRole('button', { name: 'Plan the import' }).click()
    await refusal.getByText('Stubbed').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Plan again' }).isDisabled(), true)
    await assertAccessible(page)
    await page.unroute(runs)
    await refusal.getByRole('button', { name: 'Try again' }).click()
    const planned = page.getByRole('grid', { name: 'Who would be changed' })
    await planned.getByRole('row', { name: /社員.*New/ }).waitFor()
    const made = await server.get(`/workspace/integrations/${source.id}/runs`, owner.token)
    assert.equal(made.body.data.length, 1)

    // A reload finds the plan, and the file is chosen and planned again to import it.
    await page.reload()
    await planned.getByRole('row', { name: /社員.*New/ }).waitFor()
    await page.getByText('choose the file again and plan it again').waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'hr.csv', mimeType: 'text/csv', buffer })
    await page.getByLabel('Encoding').selectOption('shift_jis')
    await page.getByRole('button', { name: 'Plan the import' }).click()
    await planned.getByRole('row', { name: /社員.*New/ }).waitFor()

    // Only what was planned can be imported, and a corrected file is planned again.
    await page.getByLabel('Encoding').selectOption('windows-1252')
    await planned.waitFor({ state: 'detached' })
    const importing = page.getByRole('button', { name: 'Import', exact: true })
    assert.equal(await importing.count(), 0)
    await page.getByLabel('Encoding').selectOption('shift_jis')
    await page.getByRole('button', { name: 'Plan the import' }).click()
    await importing.click()
    await page.getByRole('heading', { name: 'The source is connected' }).waitFor()
    await chooseFile(page, 'hr.csv', `${head}\n2,b@acme.example,Active,Bo`)
    await page.getByLabel('Encoding').selectOption('')
    await page.getByRole('button', { name: 'Plan the import' }).click()
    await planned.getByRole('row', { name: /Bo/ }).waitFor()
    assert.equal(await importing.isEnabled(), true)
    await assertAccessible(page)
    assert.deepEqual(
      errors.filter((each) => !/422|500|ERR_FAILED/.test(each)),
      [],
    )
  },
)

const ownTable = completeMapping({
  account: {
    vendor_id: ['Employee ID'],
    email: ['Work Email'],
    state: {
      sources: [
        {
          path: 'Employment Status',
          values: {
            active: 'active',
            terminated: 'deactivated',
            retired: 'deactivated',
            'on leave': 'active',
          },
        },
      ],
    },
  },
})

test('the mapping shows the states and columns of the file first', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const { body: source } = await server.call('POST', '/workspace/integrations', {
    token: owner.token,
    body: { handle: 'hr', vendor: 'file', mapping: ownTable },
  })
  const { page, errors } = await signedInPage(world, owner)
  await page.goto(`${server.origin}/sources/${source.id}/mapping`)
  await page.getByText('No account has been read yet').waitFor()
  const rows = ['1,a@acme.example,Active', '2,b@acme.example,Terminated']
  await page.route(/probe=true/, fail, { times: 1 })
  await chooseFile(page, 'hr.csv', ['Employee ID,Work Email,Employment Status', ...rows].join('\n'))
  await page.getByRole('alert').getByText('Stubbed').waitFor()
  await assertAccessible(page)
  errors.splice(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  const meanings = page.getByLabel(/^What .* means$/)
  const others = page.getByRole('button', { name: /2 other values/ })
  await others.waitFor()
  assert.equal(await meanings.count(), 2)
  await others.click()
  assert.equal(await meanings.count(), 4)
  const names = page.getByRole('button', { name: /^Remove .* from Email$/ })
  assert.equal(await names.count(), 1)
  await assertAccessible(page)
  assert.deepEqual(errors, [])
})

const entries = [
  'dn: uid=ada,dc=acme\nobjectClass: inetOrgPerson\nuid: ada\ncn: Ada Moreau',
  'dn: cn=devs,dc=acme\nobjectClass: groupOfNames\ncn: devs\nmember: uid=ada,dc=acme',
].join('\n\n')

test('a file says what in it is left out, and what identifies no one', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const { page, errors } = await signedInPage(world, owner)
  await page.goto(`${server.origin}/sources/connect`)
  await page.getByLabel('Name').fill('Entries')
  await page.getByRole('button', { name: 'Connect source' }).click()
  const probe = async (name: string, text: string) => {
    await page.getByText('Nothing is imported yet.').waitFor()
    await chooseFile(page, name, text)
    await page.getByRole('button', { name: 'Go on' }).click()
  }
  await probe('people.ldif', entries)
  await page.getByText('1 account, 1 left out').waitFor()
  const leftOut = page.getByRole('region', { name: 'Rows that are left out' })
  await leftOut.getByText(/is a group; import the groups .*`shape=groups` 1 row, line 6/).waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: '2. File' }).click()
  await probe('rooms.csv', 'Room;Floor\nBlue;2\nGreen;3')
  await page.getByText('Is each row one person?').waitFor()
  await assertAccessible(page)
  assert.deepEqual(errors, [])
})

test(
  'a directory is connected step by step, and what can’t be read says what to do',
  skip,
  async () => {
    const world = await openConsole()
    const { server, owner } = world
    await connectOkta(server.database, ['department'])
    const { page, errors } = await signedInPage(world, owner)
    await page.goto(`${server.origin}/sources/connect`)
    await page.getByRole('radio', { name: 'LDAP directory' }).check()
    await page.getByText('Accounts of this one are matched to them').waitFor()
    await page.getByLabel('Name').fill('Directory')
    await page.getByRole('button', { name: 'Connect source' }).click()
    await page.getByLabel('Address', { exact: true }).fill('ldap://ldap.acme.example')
    await page.getByLabel('Bind DN').fill('cn=muster,dc=acme')
    await page.getByLabel('Base DNs of people').fill('ou=people,dc=acme\nou=more,dc=acme')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await page.getByText('would send the password unencrypted').first().waitFor()
    await page.getByText('Anyone who can listen on the network reads the password').waitFor()
    const unencrypted = page.getByLabel('Allow a connection without encryption')
    await unencrypted.check()
    // The steps show what was saved before the source is read again.
    const read = Promise.withResolvers<void>()
    await page.route(/\/integrations\/wsitg_\w+\?/, async (route) => {
      if (route.request().method() === 'GET') await read.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await page.getByText('What the source has').waitFor()
    await page.goBack()
    const people = page.getByLabel('Base DNs of people')
    assert.equal(await people.inputValue(), 'ou=people,dc=acme\nou=more,dc=acme')
    read.resolve()
    await page.getByRole('link', { name: '1. What it is' }).click()
    const allowed = page.locator('dt', { hasText: 'Allow a connection without encryption' })
    await allowed.locator('+ dd', { hasText: 'Yes' }).waitFor()
    await page.getByRole('link', { name: 'Change connection' }).click()
    await unencrypted.uncheck()
    await page.getByLabel('Encrypt an ldap:// connection').check()
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await page.getByText(/MUSTER_CONNECTOR_HOSTS|no password/).waitFor()
    await page.route(/\/preview\?/, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, failure: 'Correct base_dns.' } })
    })
    await page.getByRole('button', { name: 'Read again' }).click()
    await page.getByText('Correct “Base DNs of people”').waitFor()
    await page.getByRole('link', { name: 'Change address and credentials' }).waitFor()
    await assertAccessible(page)

    // Later, the page of the source leads back to the steps, and what was entered is there.
    await page.getByRole('link', { name: '1. What it is' }).click()
    await page.getByRole('link', { name: 'Continue connecting' }).click()
    await page.getByLabel('Base DNs of people').waitFor()
    assert.equal(
      await page.getByLabel('Base DNs of people').inputValue(),
      'ou=people,dc=acme\nou=more,dc=acme',
    )
    await page.getByRole('link', { name: '4. Mapping' }).click()
    await page.getByText('Up to 20 entries are read once').waitFor()
    await page.getByText(/It can’t be read/).waitFor()
    await page.getByRole('link', { name: '5. First import' }).click()
    await page.route(/\/runs\/\w+$/, async (route) => {
      const response = await route.fetch()
      const run = await response.json()
      const failure = run.failure === null ? null : 'There is no entry. Correct base_dns.'
      await route.fulfill({ response, json: { ...run, failure } })
    })
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByText('Failed').waitFor()
    await page.getByText('There is no entry. Correct “Base DNs of people”.').waitFor()
    await assertAccessible(page)
    assert.deepEqual(
      errors.filter((each) => !each.includes('422')),
      [],
    )
  },
)

test(
  'a vendor that is read by its API is connected by the settings of its type',
  skip,
  async () => {
    const ring = { current: newKey(), former: [] }
    const secretKeys = { load: async () => ring, file: null }
    const world = await openConsole(undefined, { secretKeys })
    const { server, owner } = world
    const { page, errors } = await signedInPage(world, owner)
    await page.goto(`${server.origin}/sources/connect?type=entra`)
    await page.getByLabel('Name').fill('Entra')
    await page.getByRole('button', { name: 'Connect source' }).click()
    await page.getByLabel('Tenant').fill('acme.onmicrosoft.com')
    await page.getByLabel('Application').fill('5c1d1c62')
    // Leaving asks before what was typed is lost.
    await page.getByRole('link', { name: '4. Mapping' }).click()
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
    await leave.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await page.getByLabel('Application').inputValue(), '5c1d1c62')
    assert.equal(await page.getByRole('button', { name: 'Save and go on' }).isDisabled(), true)
    await page.getByLabel('Client secret').fill('a secret')
    await page.getByRole('button', { name: 'Save and go on' }).click()
    const fault = page.getByText('Application must have a form such as 5c1d1c62-6c1c-4b0e')
    await fault.waitFor()
    assert.equal(await page.getByLabel('Application').getAttribute('aria-invalid'), 'true')
    await assertAccessible(page)
    await page.getByLabel('Application').fill('5c1d1c62-6c1c-4b0e-9d0b-2a8b8a1c7f10')
    const every = page.getByLabel('Read changes every')
    await every.fill('0')
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await page.getByText('From 1 to 10,080 minutes').waitFor()
    await every.and(page.locator(':focus')).waitFor()
    assert.equal(await page.getByText('sync_every_seconds').count(), 0)
    await every.fill('15')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await page.getByText(/It can’t be read: ./).waitFor()
    await assertAccessible(page)
    const { data } = (await server.get('/workspace/integrations', owner.token)).body
    assert.deepEqual(
      [data[0].type, data[0].connection, data[0].sync_every_seconds],
      [
        'entra',
        { tenant: 'acme.onmicrosoft.com', client_id: '5c1d1c62-6c1c-4b0e-9d0b-2a8b8a1c7f10' },
        900,
      ],
    )

    // What is stored for one tenant is not sent to another.
    await page.getByRole('link', { name: '2. Address and credentials' }).click()
    await page.getByLabel('Tenant').fill('other.onmicrosoft.com')
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await page.getByText('Enter it again').waitFor()
    await page.getByLabel('Client secret').and(page.locator(':focus')).waitFor()
    assert.equal(await page.getByText('must be sent again').count(), 0)
    await assertAccessible(page)
    assert.deepEqual(
      errors.filter((each) => !each.includes('422')),
      [],
    )
  },
)

test(
  'the mapping of a vendor is tried on entries that are read once, and planned',
  tries,
  async () => {
    const okta = await servedOkta()
    after(() => okta.close())
    const world = await openConsole(undefined, okta.settings)
    const { server, owner } = world
    const { page, errors } = await signedInPage(world, owner)
    await page.goto(`${server.origin}/sources/connect?type=okta`)
    await page.getByLabel('Name').fill('Okta')
    await page.getByRole('button', { name: 'Connect source' }).click()
    await page.getByLabel('Address', { exact: true }).fill(okta.url)
    await page.getByLabel('API token').fill(oktaToken)
    await page.getByLabel('Certificate').fill(okta.ca)
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await page.getByText('3 of 20 entries').waitFor()
    await assertAccessible(page)
    const { requests } = okta.asked
    await page.getByRole('button', { name: 'Go on' }).click()

    const preview = page.getByRole('complementary', { name: 'As they would be' })
    await preview.getByText('3 of 20 entries').waitFor()
    await page.getByRole('button', { name: 'Remove profile.email from Email' }).click()
    await addPath(page, 'Username', 'profile.lastName')
    await preview
      .getByText(/^name-/)
      .first()
      .waitFor()
    await page
      .getByRole('button', { name: /other values$/ })
      .first()
      .click()
    await page.getByLabel('What active in status means').selectOption('')
    await page.getByText(/^new, in \d+ rows/).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await preview.getByText(/^Can’t be taken/).waitFor({ state: 'detached' })
    await page.getByLabel('What provisioned in status means').selectOption('suspended')
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await page.getByRole('button', { name: 'Sync now' }).waitFor()
    assert.equal(okta.asked.requests, requests, 'the vendor was asked again')
    const { data } = (await server.get('/workspace/integrations', owner.token)).body
    assert.equal(data[0].mapping.account.state.sources[0].values.provisioned, 'suspended')

    const people = async () => (await server.get('/directory/users', owner.token)).body.data.length
    await page.getByRole('button', { name: 'Plan the first sync' }).click()
    await page.getByRole('heading', { name: 'What the import would do' }).waitFor()
    await page.getByRole('button', { name: 'Plan again' }).waitFor()
    await assertAccessible(page)
    assert.equal(await people(), 0)
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByRole('heading', { name: 'The source is connected' }).waitFor()
    assert.ok((await people()) > 0)
    assert.deepEqual(errors, [])
  },
)

test('a source of pushes is connected by its secret, and shows the first push', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const { page, errors } = await signedInPage(world, owner)
  await page.goto(`${server.origin}/sources/connect?type=scim`)
  await page.getByLabel('Name').fill('Entra')
  // Entra and Okta depart from the RFC, each in its own way.
  const clients = page.getByRole('group', { name: 'Requests as sent by' })
  await clients.getByRole('radio', { name: 'Microsoft Entra' }).check()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Connect source' }).click()
  await page.getByRole('heading', { name: 'Connect Entra' }).waitFor()
  await page.getByRole('definition').getByText('Microsoft Entra').waitFor()

  // A secret whose answer was lost is not made twice, and can be revoked.
  const dialog = page.getByRole('dialog')
  const make = dialog.getByRole('button', { name: 'Create a secret' })
  await page.getByRole('button', { name: 'Create a secret' }).click()
  const { data } = (await server.get('/workspace/integrations', owner.token)).body
  const secrets = async () => {
    const path = `/workspace/integrations/${data[0].id}/scim-secrets`
    return (await server.get(path, owner.token)).body.data.length
  }
  await dialog.getByLabel('Name').fill('Lost')
  const sent = /scim-secrets$/
  await page.route(sent, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    return route.abort()
  })
  await make.click()
  await dialog.getByText('The secret may have been created').waitFor()
  await assertAccessible(page)
  await page.unroute(sent)
  await make.click()
  await dialog.getByText('the answer that shows it was lost').waitFor()
  assert.equal(await make.isDisabled(), true)
  assert.equal(await secrets(), 1)
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('link', { name: 'See and revoke secrets' }).click()
  await page.getByRole('row', { name: /Lost.*Active/ }).waitFor()
  await page.goBack()
  errors.splice(0)

  await page.getByRole('button', { name: 'Create a secret' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Entra, autumn')
  await page.getByRole('dialog').getByRole('button', { name: 'Create a secret' }).click()
  const secret = (await page.getByRole('dialog').getByRole('status').textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Entra, autumn').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('Nothing has been pushed yet').waitFor()
  await assertAccessible(page)
  const pushed = await fetch(`${server.origin}/scim/v2/${data[0].id}/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'ada@acme.example',
      externalId: 'ada',
      name: { givenName: 'Ada', familyName: 'Moreau' },
      emails: [{ value: 'ada@acme.example', primary: true }],
      active: true,
    }),
  })
  assert.equal(pushed.status, 201, await pushed.text())
  await page.getByRole('heading', { name: 'The source is connected' }).waitFor()
  await assertAccessible(page)
  assert.deepEqual(errors, [])
})

test('the mapping of a source is edited on a file, and saved with its keys', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const uuid = await connectOkta(server.database, ['department'])
  const id = encodeId('integration', uuid)
  const path = `/workspace/integrations/${id}`
  const { page, errors } = await signedInPage(world, owner)
  // Until the accounts are known it does not say that there are none.
  const accounts = Promise.withResolvers<void>()
  await page.route(/directory\/identities/, async (route) => {
    await accounts.promise
    await route.continue()
  })
  await page.goto(`${server.origin}/sources/${id}/mapping`)
  await page.locator('aside [aria-busy]').waitFor()
  assert.equal(await page.getByText('No account has been read yet').count(), 0)
  accounts.resolve()
  await page.getByText('No account has been read yet').waitFor()
  await assertAccessible(page)
  const records = [okta('ada', { profile: { department: 'Sales', secondEmail: 'a@b.example' } })]
  await chooseFile(page, 'okta.jsonl', records.map((each) => JSON.stringify(each)).join('\n'))
  const preview = page.getByRole('complementary', { name: 'As they would be' })
  await preview.getByText(/keys of the profile/).waitFor()
  await addPath(page, 'Email', 'profile.secondEmail')
  await preview.getByText('a@b.example').first().waitFor()
  await page.getByLabel('Badge').fill('badgeNumber')
  await addPath(page, 'Keys for conditions', 'costCenter')
  await page.getByText('Not saved yet').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await page.getByText('Saved. It counts from the next').waitFor()
  const { body } = await server.get(path, owner.token)
  assert.equal(body.mapping.account.email[0], 'profile.secondEmail')
  assert.equal(body.badge_id_profile_key, 'badgeNumber')
  assert.deepEqual(body.policy_keys, ['department', 'costCenter'])

  // What is typed counts without a press on Add, and stays when someone else changes the source.
  await page.getByRole('button', { name: 'Add to Username', exact: true }).click()
  await page.locator('input:focus').fill('profile.nickName')
  const { token } = owner
  await server.call('PATCH', path, { token, body: { name: 'Company' } })
  await page.evaluate('self.__TANSTACK_QUERY_CLIENT__.invalidateQueries()')
  await page.getByRole('heading', { name: 'Company' }).waitFor()
  await page.getByLabel('Badge').fill('badge')
  const { account } = body.mapping
  const theirs = { ...body.mapping, account: { ...account, handle: ['profile.theirs'] } }
  await server.call('PATCH', path, { token, body: { mapping: theirs } })
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await page.getByRole('alert').getByText('has changed since it was shown').waitFor()
  await assertAccessible(page)
  const stored = async () => (await server.get(path, token)).body
  assert.deepEqual((await stored()).mapping.account.handle, ['profile.theirs'])
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await page.getByText('Saved. It counts from the next import').waitFor()
  const { mapping, badge_id_profile_key: badge, name } = await stored()
  assert.deepEqual(
    [mapping.account.handle[0], badge, name],
    ['profile.nickName', 'badge', 'Company'],
  )

  // What the form does not show is text. A mapping that is none is refused, and says why.
  await page.getByText('Whole mapping as JSON').click()
  await page.getByLabel('Mapping as JSON').fill('{"account":{}}')
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await page
    .getByRole('alert')
    .getByText(/can't be used/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByLabel('Mapping as JSON').fill('{')
  await page.getByText('This is not valid JSON').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save mapping' }).isDisabled(), true)
  await assertAccessible(page)

  // Leaving asks before edits are lost.
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Imports' }).click()
  await leave.waitFor()
  await assertAccessible(page)
  await leave.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await page.getByLabel('Mapping as JSON').inputValue(), '{')
  await page.getByRole('link', { name: 'Imports' }).click()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(/\/runs$/)
  assert.deepEqual(
    errors.filter((each) => !each.includes('422')),
    [],
  )
})

test('on a phone, what a mapping makes of people stays above the field', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const id = encodeId('integration', await connectOkta(server.database, ['department']))
  const { page, errors } = await signedInPage(world, owner)
  await page.setViewportSize({ width: 400, height: 850 })
  await page.goto(`${server.origin}/sources/${id}/mapping`)
  const preview = page.getByRole('complementary', { name: 'As they would be' })
  await preview.getByRole('button', { name: 'Show all' }).click()
  const bad = { id: 'bad', status: 'ACTIVE', profile: { login: 'bad', email: 'no address' } }
  const records = [okta('ada', { profile: { secondEmail: 'a@b.example' } }), bad]
  await chooseFile(page, 'okta.jsonl', records.map((each) => JSON.stringify(each)).join('\n'))
  await preview.getByText(/keys of the profile/).waitFor()
  await assertAccessible(page)
  await preview.getByRole('button', { name: 'Show less' }).click()
  await preview.getByText('Would be refused: 1 row').waitFor()
  await assertAccessible(page)
  await addPath(page, 'Username', 'profile.secondEmail')
  await addPath(page, 'Email', 'profile.secondEmail')
  await preview.getByText('a@b.example · a@b.example').waitFor()
  const field = await page.getByRole('button', { name: 'Add to Email' }).boundingBox()
  const above = await preview.boundingBox()
  assert.ok(field !== null && above !== null && above.y + above.height <= field.y, 'it covers it')

  // The row of steps is wider than the screen: the current one is in view.
  await page.goto(`${server.origin}/sources/connect?source=${id}&step=first`)
  await page.getByRole('heading', { name: /^Connect/ }).waitFor()
  await until(async () => {
    const step = await page.getByRole('link', { name: '5. First import' }).boundingBox()
    return step !== null && step.x + step.width <= 400
  }, 'the step on the screen')
  assert.deepEqual(errors, [])
})

test('the settings of a source are shown and changed where it is shown', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const body = { handle: 'directory', vendor: 'idp', type: 'ldap', name: 'Directory' }
  const { body: made } = await server.call('POST', '/workspace/integrations', {
    token: owner.token,
    body,
  })
  const path = `/workspace/integrations/${made.id}`
  const connection = {
    url: 'ldaps://ldap.acme.example',
    reads_groups: false,
    page_size: 100,
    attributes: ['costCenter'],
  }
  await server.call('PATCH', path, { token: owner.token, body: { connection } })
  const { page, errors } = await signedInPage(world, owner)
  await page.goto(`${server.origin}/sources/${made.id}`)
  await page.getByText('90 days').waitFor()
  await page.getByText('costCenter').waitFor()
  await page.getByText('muster integration sync directory').waitFor()
  await page.getByRole('button', { name: 'Change settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Company directory')
  await dialog.getByLabel('Its addresses are trusted').check()
  await dialog.getByLabel('Days to keep imports').fill('2000')
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await dialog.getByRole('alert').first().waitFor()
  await dialog.getByLabel('Days to keep imports').fill('365')
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await page.getByRole('heading', { name: 'Company directory' }).waitFor()
  await page.getByText('365 days').waitFor()
  await assertAccessible(page)

  // The connection is changed where it was made. What has no field there stays.
  await page.getByRole('link', { name: 'Change connection' }).click()
  assert.equal(await page.getByLabel('Read groups').isChecked(), false)
  await page.getByLabel('Read groups').check()
  await page.getByLabel('Read changes every').fill('30')
  await page.getByLabel('Full sync every').fill('12')
  await page.getByLabel('Further attributes').fill('costCenter\nroomNumber')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await page.getByText(/It can’t be read/).waitFor()
  const { body: after } = await server.get(path, owner.token)
  assert.deepEqual(
    [after.name, after.trusts_email, after.run_retention_days, after.connection],
    [
      'Company directory',
      true,
      365,
      { url: connection.url, page_size: 100, attributes: ['costCenter', 'roomNumber'] },
    ],
  )
  assert.deepEqual([after.sync_every_seconds, after.full_sync_every_seconds], [1800, 43_200])
  assert.deepEqual(
    errors.filter((each) => !each.includes('422')),
    [],
  )
})

test('an auditor sees how a source is read, and can change nothing of it', skip, async () => {
  const world = await openConsole()
  const { server } = world
  const uuid = await connectOkta(server.database, ['department'])
  const auditor = await makeCaller(server, ['*.view'])
  const { page, errors } = await signedInPage(world, auditor)
  await page.goto(`${server.origin}/sources/${encodeId('integration', uuid)}/mapping`)
  await page.getByText('Keys for conditions').waitFor()
  assert.equal(await page.locator('main button, main input, main select').count(), 0)
  await page.goto(`${server.origin}/sources/connect`)
  await page.getByText('takes the permission workspace.integration.manage').waitFor()
  await assertAccessible(page)
  assert.deepEqual(errors, [])
})

test(
  'who may connect sources is offered nothing that would be refused, and told who can give it',
  skip,
  async () => {
    const world = await openConsole()
    const { server, owner } = world
    const { token } = owner
    const path = '/workspace/integrations'
    const uuid = await connectOkta(server.database, ['department'])
    const id = encodeId('integration', uuid)
    const manager = await makeCaller(server, [
      'workspace.integration.view',
      'workspace.integration.manage',
    ])
    const { page, errors } = await signedInPage(world, manager)

    // Only an owner has addresses trusted.
    await page.goto(`${server.origin}/sources/connect`)
    await page.getByLabel('Name').fill('Badges')
    await page.getByText('An owner can have its addresses trusted too.').waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Connect source' }).click()

    // To read a file takes another permission than to connect its source.
    await page.getByText('takes the permission workspace.integration.sync').waitFor()
    await page.getByText('can give you a role with this permission').waitFor()
    await assertAccessible(page)
    const { data } = (await server.get(path, token)).body
    const badges = data.find(({ handle }: { handle: string }) => handle === 'badges').id
    await page.goto(`${server.origin}/sources/${badges}`)
    const settings = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Change settings' }).click()
    await settings.getByLabel('Name').waitFor()
    assert.equal(await settings.getByRole('checkbox').count(), 0)
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    // What an owner has set can be taken back.
    await server.call('PATCH', `${path}/${badges}`, { token, body: { trusts_email: true } })
    await page.reload()
    await page.getByRole('button', { name: 'Change settings' }).click()
    await settings.getByText('Only an owner can set this again.').waitFor()
    await settings.getByRole('checkbox').uncheck()
    await settings.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('No: an account is linked by its id').waitFor()

    // Of the mapping there are the keys that show no values of profiles.
    await page.goto(`${server.origin}/sources/${id}/mapping`)
    await page.getByText('takes the permission directory.identity.profile.view').waitFor()
    await page.getByLabel('Main account').waitFor()
    for (const label of ['Employee number', 'Second number', 'Badge', 'Manager'])
      assert.equal(await page.getByLabel(label, { exact: true }).count(), 0, label)
    assert.equal(await page.getByText('Whole mapping as JSON').count(), 0)
    await assertAccessible(page)
    await addPath(page, 'Keys for conditions', 'team')
    await page.getByRole('button', { name: 'Save mapping' }).click()
    await page.getByText('Nothing has changed.').waitFor()
    const after = (await server.get(`${path}/${id}`, token)).body
    assert.deepEqual(after.policy_keys, ['department', 'team'])

    // A source that Muster reads is not asked for a file before its address is known.
    await page.goto(`${server.origin}/sources/connect?source=${id}&step=first`)
    await page.getByText('is not known yet').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Enter address and credentials' }).click()
    await page.getByLabel('Address').waitFor()
    assert.deepEqual(errors, [])
  },
)

test('a mapping that a file suggests is offered to those who see profiles', skip, async () => {
  const world = await openConsole()
  const { server } = world
  const importer = await makeCaller(server, [
    'workspace.integration.view',
    'workspace.integration.manage',
    'workspace.integration.sync',
  ])
  const { page, errors } = await signedInPage(world, importer)
  await page.goto(`${server.origin}/sources/connect`)
  await page.getByLabel('Name').fill('HR')
  await page.getByRole('button', { name: 'Connect source' }).click()
  await chooseFile(page, 'hr.csv', table)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('To take this mapping for the source').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Take this mapping' }).count(), 0)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('To change the mapping').waitFor()
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await page.getByRole('button', { name: 'Plan the import' }).waitFor()
  assert.deepEqual(
    errors.filter((each) => !each.includes('422')),
    [],
  )
})
