import { setTimeout as sleep } from 'node:timers/promises'
import axe from 'axe-core'
import type { Browser, Page, Request, Route } from 'playwright-core'
import { calm, watchForErrors } from './browser.ts'
import type { Stage } from './stage.ts'

/** How the API answers reads of a page: as it does, not yet, or with a refusal. */
export type Answers = 'real' | 'held' | 500 | 403

/** A signed-in tab of a browser, which knows when a page has everything that it asked for. */
export type Tab = {
  page: Page
  /** What the browser reported as wrong since this was called last. */
  takeErrors: () => string[]
  /** Sets how reads are answered from here on. */
  answer: (how: Answers) => void
  /** Lets the held requests go on. */
  release: () => void
  goto: (address: string) => Promise<void>
  /** Waits until nothing is being read, apart from what is held. */
  settled: () => Promise<void>
}

const quietMilliseconds = 80
const longestMilliseconds = 15_000

/** Opens a tab and signs in by link, as the owner unless a user is named. */
export async function openTab(browser: Browser, stage: Stage, userId?: string): Promise<Tab> {
  const context = await browser.newContext({ ...calm, colorScheme: 'light' })
  await context.addInitScript(axe.source)
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const requests = watchRequests(page)
  const interception = await interceptReads(page, requests.forget)
  const tab: Tab = {
    page,
    ...interception,
    takeErrors: () => errors.splice(0),
    goto: async (address) => {
      await page.goto(new URL(address, stage.origin).href)
      // Until then the page has not asked for anything.
      await page.locator('main, form').first().waitFor()
      await requests.quiet()
    },
    settled: requests.quiet,
  }
  const body = userId === undefined ? {} : { user_id: userId }
  const { url } = await stage.muster.post('/auth/sign-in-link', { body })
  await tab.goto(url)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'))
  await requests.quiet()
  return tab
}

/** Waits for an expression in a page. Its policy lets no text be evaluated later, so this asks again and again. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  const end = performance.now() + longestMilliseconds
  while ((await page.evaluate<unknown>(`Boolean(${expression})`)) !== true) {
    if (performance.now() > end) throw new Error(`${page.url()} never has ${expression}`)
    await sleep(20)
  }
}

/** What a page is reading, scripts and styles included. */
function watchRequests(page: Page) {
  const inFlight = new Set<Request>()
  let changedAt = performance.now()
  const change = (request: Request, isBegin: boolean) => {
    changedAt = performance.now()
    if (isBegin) inFlight.add(request)
    else inFlight.delete(request)
  }
  page.on('request', (request) => change(request, true))
  page.on('requestfinished', (request) => change(request, false))
  page.on('requestfailed', (request) => change(request, false))
  const isQuiet = () => inFlight.size === 0 && performance.now() - changedAt > quietMilliseconds
  const quiet = async () => {
    const end = performance.now() + longestMilliseconds
    while (!isQuiet()) {
      if (performance.now() > end) {
        const left = [...inFlight].map((request) => request.url())
        throw new Error(`${page.url()} still reads ${left.join(', ')}`)
      }
      await sleep(20)
    }
    // Two frames: what was read is shown.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    )
  }
  return { quiet, forget: (request: Request) => change(request, false) }
}

/** Decides how reads of the API are answered, apart from the one that says who is signed in. */
async function interceptReads(page: Page, forget: (request: Request) => void) {
  let how: Answers = 'real'
  const held: Route[] = []
  const answerRead = async (route: Route) => {
    const request = route.request()
    if (how === 'real' || request.method() !== 'GET' || request.url().endsWith('/auth/test'))
      return route.continue()
    if (how === 'held') {
      held.push(route)
      return forget(request)
    }
    const body = { message: `Stubbed: ${how}.`, errors: {} }
    return route.fulfill({ status: how, json: body })
  }
  await page.route('**/api/v1/**', answerRead)
  return {
    answer: (next: Answers) => {
      how = next
    },
    release: () => {
      how = 'real'
      // A request that the page gave up meanwhile can't continue.
      for (const route of held.splice(0)) void route.continue().catch(() => undefined)
    },
  }
}
