import assert from 'node:assert/strict'
import axe, { type AxeResults } from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { takesIfMatch } from '../../src/http/route/etag.ts'
import { routes } from '../../src/routes.ts'
import { whenProcessEnds } from '../process-end.ts'
import { findProgram } from '../program.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Chromium, as MUSTER_CHROMIUM or the PATH have it. */
function findChromium(): string | undefined {
  const named = process.env['MUSTER_CHROMIUM']
  if (named !== undefined && named !== '') return named
  return findProgram(...names)
}

const chromiumPath: string | undefined = findChromium()
const isRequired = process.env['CI'] === 'true'

/**
 * Why journeys through the console are skipped: there is no browser. False where there is one, and in CI, where they
 * must run.
 */
export const withoutBrowser: string | false =
  chromiumPath === undefined && !isRequired
    ? 'NO BROWSER: install chromium or set MUSTER_CHROMIUM. Nothing of the console was tried.'
    : false

if (withoutBrowser !== false) console.error(`\n${withoutBrowser}\n`)

/** The part of a browser's pages that one test opened: those of other tests stay when it is closed. */
export type OpenBrowser = Pick<Browser, 'newContext' | 'newPage' | 'version' | 'close'>

/** Milliseconds. A machine that does much else shows a page late. */
const patience = 90_000

let launched: Promise<Browser> | undefined

/** Chromium, which is started once in each process of tests, and ends with it. */
export async function openBrowser(): Promise<OpenBrowser> {
  launched ??= launchChromium()
  const known = await launched
  const browser = known.isConnected() ? known : await (launched = launchChromium())
  const opened: Pick<BrowserContext, 'close'>[] = []
  return {
    version: () => browser.version(),
    newContext: async (options) => {
      const context = await browser.newContext(options)
      context.setDefaultTimeout(patience)
      opened.push(context)
      return context
    },
    newPage: async (options) => {
      const page = await browser.newPage(options)
      page.context().setDefaultTimeout(patience)
      opened.push(page.context())
      return page
    },
    close: async () => {
      for (const context of opened.splice(0)) await context.close()
    },
  }
}

async function launchChromium(): Promise<Browser> {
  assert.ok(chromiumPath, 'CI needs Chromium: .ci/run installs it')
  // Its sandbox needs rights that containers withhold; it opens pages of this machine only.
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
  whenProcessEnds(() => browser.close())
  return browser
}

/** Pages without motion: colours in the middle of a transition are no one's contrast. */
export const calm = { reducedMotion: 'reduce' } as const

/** The writes of records that exist. The console makes each of them with the version that it shows. */
const conditional = routes.filter(takesIfMatch).map(({ method, url }) => ({
  method,
  path: new RegExp(`^/api/v1${url.replaceAll(/:\w+/g, '[^/]+')}$`),
}))

/**
 * Collects everything that a page reports as wrong: errors of scripts, of the network, and of the policy, and writes that
 * could overwrite what others have changed.
 */
export function watchForErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isConditional = conditional.some(
      ({ method, path }) => method === request.method() && path.test(pathname),
    )
    if (isConditional && (request.headers()['if-match'] ?? '') === '')
      errors.push(`${request.method()} ${pathname} was sent without If-Match`)
  })
  return errors
}

/** Refuses a page with any violation of WCAG that axe finds. */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate('Promise.allSettled(document.getAnimations().map((each) => each.finished))')
  if (await page.evaluate<boolean>('self.axe === undefined')) await page.evaluate(axe.source)
  const results = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`)
  assert.deepEqual(violationsOf(results), [], page.url())
}

const wcag = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
}
const looks = {
  page: ['document', wcag],
  // What surrounds the content is the same in all states of a page.
  content: ["'main'", wcag],
  // All that a theme can change.
  colours: [
    'document',
    { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
  ],
} as const

/** What violates WCAG 2.2 AA on a page that has axe already. */
export async function violationsOn(page: Page, look: keyof typeof looks): Promise<string[]> {
  const [where, options] = looks[look]
  return violationsOf(
    await page.evaluate<AxeResults>(`axe.run(${where}, ${JSON.stringify(options)})`),
  )
}

function violationsOf({ violations }: AxeResults): string[] {
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html }) => `    ${html.slice(0, 200)}`).join('\n')}`,
  )
}
