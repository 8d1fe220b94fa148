import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { freePort } from '../../src/http/free-port.ts'
import type { Issuer } from '../../src/workspace/oidc/issuer.ts'
import { makeOwner, testServer, type Person, type TestServer } from '../harness.ts'
import { calm, openBrowser, watchForErrors, type OpenBrowser } from './browser.ts'
import { builtConsole } from './built-console.ts'

/** A server with the console, its owner, and a browser; all closed at the end of the file. */
export type OpenConsole = { server: TestServer; owner: Person; browser: OpenBrowser }

/** `issuersFor` starts issuers for a server with this public origin. */
export async function openConsole(
  issuersFor: (publicOrigin: string) => Promise<readonly Issuer[]> = async () => [],
  settings: Parameters<typeof testServer>[0] = {},
): Promise<OpenConsole> {
  const [browser, consoleDirectory, port] = await Promise.all([
    openBrowser(),
    builtConsole(),
    freePort('127.0.0.1', 0),
  ])
  after(() => browser.close())
  const issuers = await issuersFor(`http://127.0.0.1:${port}`)
  const server = await testServer({ ...settings, consoleDirectory, port, issuers })
  return { server, owner: await makeOwner(server), browser }
}

/** A browser of its own in which a person has signed in by a link, at the console's first page, and the errors it reports. */
export async function signedInPage(
  { server, owner, browser }: OpenConsole,
  person: Person,
): Promise<{ page: Page; errors: string[] }> {
  const page = await (await browser.newContext(calm)).newPage()
  const errors = watchForErrors(page)
  await followLink({ server, owner, browser }, person, page)
  return { page, errors }
}

/** Signs a person in by a link that the owner makes. */
export async function followLink(
  { server, owner }: OpenConsole,
  person: Person,
  page: Page,
): Promise<void> {
  const body = { user_id: person.id }
  const link = await server.call('POST', '/auth/sign-in-link', { token: owner.token, body })
  await page.goto(link.body.url)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
