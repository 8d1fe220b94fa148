import { setTimeout as sleep } from 'node:timers/promises'
import axe from 'axe-core'
import type { Page, Request, Route } from 'playwright-core'
import { calm, watchForErrors, type OpenBrowser } from './browser.ts'
import type { Stage } from './stage.ts'

/** How the API answers reads of a page: as it does, not yet, or with a refusal. */
export type Answers = 'real' | 'held' | 500 | 403

/** A signed-in tab of a browser, which knows when a page has everything that it asked for. */
export type Tab = {
  page: Page
  /** What the browser reported as wrong since this was called last. */
  takeErrors: () => string[]
  /** Sets how reads are answered from here on. */
  answer: (how: Answers) => Promise<void>
  /** Lets the held requests go on. */
  release: () => Promise<void>
  /** Loads the console at an address. */
  goto: (address: string) => Promise<void>
  /** Opens a page as a link does, and reads all of it as if the console had been loaded there. */
  open: (address: string) => Promise<void>
  /** Forgets what was read, and reads it again. */
  readAgain: () => Promise<void>
  /** Waits until nothing is being read, apart from what is held. */
  settled: () => Promise<void>
}

/** An event of the browser takes a moment to arrive here. */
const quietMilliseconds = 30
const longestMilliseconds = 60_000

/** Nothing is shown while it is not known who is signed in, so every part of the page begins again. */
const forgetAll = `new Promise((done) => {
  const client = self.__TANSTACK_QUERY_CLIENT__
  const isSession = ({ queryKey: [name] }) => name === 'session'
  client.removeQueries({ predicate: (query) => !isSession(query) })
  void client.resetQueries({ predicate: isSession })
  setTimeout(done)
})`

/** The browser says of a request late when it is busy, so the page is asked whether it knows again who is signed in. */
const isShown = `document.querySelector('main') !== null &&
  self.__TANSTACK_QUERY_CLIENT__.isFetching({ queryKey: ['session'] }) === 0`

/** Opens a tab and signs in by link, as the owner unless a user is named. */
export async function openTab(browser: OpenBrowser, stage: Stage, userId?: string): Promise<Tab> {
  const context = await browser.newContext({ ...calm, colorScheme: 'light' })
  await context.addInitScript(axe.source)
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const requests = watchRequests(page)
  const tab: Tab = {
    page,
    ...interceptReads(page, requests),
    takeErrors: () => errors.splice(0),
    goto: async (address) => {
      await page.goto(new URL(address, stage.origin).href)
      // Until then the page has not asked for anything.
      await page.locator('main, form').first().waitFor()
      await requests.quiet()
    },
    open: async (address) => {
      await page.evaluate(forgetAll)
      await page.evaluate(`self.__TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`)
      await untilTrue(page, isShown)
      await requests.quiet()
    },
    readAgain: async () => {
      await page.evaluate(forgetAll)
      await untilTrue(page, isShown)
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
  let changes = 0
  const begin = (request: Request) => {
    changes += 1
    inFlight.add(request)
  }
  const end = (request: Request) => {
    changes += 1
    inFlight.delete(request)
  }
  page.on('request', begin)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const quiet = async () => {
    const latest = performance.now() + longestMilliseconds
    let seen = Number.NaN
    while (inFlight.size > 0 || seen !== changes) {
      if (performance.now() > latest) {
        const left = [...inFlight].map((request) => request.url())
        throw new Error(`${page.url()} still reads ${left.join(', ')}`)
      }
      if (inFlight.size > 0) await sleep(5)
      else {
        seen = changes
        // What was read is shown two frames later, and may lead to further reads.
        await page.evaluate(twoFrames)
        await sleep(quietMilliseconds)
      }
    }
  }
  return { begin, end, quiet }
}

const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Decides how reads of the API are answered, apart from the one that says who is signed in. */
function interceptReads(page: Page, requests: ReturnType<typeof watchRequests>) {
  let how: Answers = 'real'
  const held: Route[] = []
  const answerRead = async (route: Route) => {
    const request = route.request()
    if (how === 'real' || request.method() !== 'GET' || request.url().endsWith('/auth/test'))
      return route.continue()
    if (how === 'held') {
      held.push(route)
      return requests.end(request)
    }
    const body = { message: `Stubbed: ${how}.`, errors: {} }
    return route.fulfill({ status: how, json: body })
  }
  const api = '**/api/v1/**'
  const answer = async (next: Answers) => {
    // The browser caches no file while requests are intercepted.
    if (how === 'real' && next !== 'real') await page.route(api, answerRead)
    if (how !== 'real' && next === 'real') await page.unroute(api, answerRead)
    how = next
  }
  return {
    answer,
    release: async () => {
      for (const route of held.splice(0)) {
        const request = route.request()
        // A request that the page gave up meanwhile can't continue.
        if (request.failure() !== null) continue
        requests.begin(request)
        await route.continue().catch(() => requests.end(request))
      }
      await answer('real')
    },
  }
}
