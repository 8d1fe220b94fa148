import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser, withoutBrowser, type OpenBrowser } from './browser.ts'
import { hostilePages, readConsolePages, type ConsolePage } from './console-pages.ts'
import { actionsOf, findMissing, findRefused, findUnmarked } from './offered-actions.ts'
import { openStage, type Stage } from './stage.ts'
import { openTab, type Tab } from './tab.ts'
import { tryPage } from './try-page.ts'

type Scene = { browser: OpenBrowser; stage: Stage; pages: ConsolePage[]; hostile: ConsolePage[] }

let opened: Promise<Scene> | undefined
const closers: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closers.reverse()) await close()
})

/** One demo for the journeys of this file: it takes longer than they do. */
function scene(): Promise<Scene> {
  opened ??= openScene()
  return opened
}

async function openScene(): Promise<Scene> {
  const stage = await openStage({ people: 120, reports: 1000, groups: 500 })
  closers.push(stage.close)
  const browser = await openBrowser()
  closers.push(() => browser.close())
  const { page } = await openTab(browser, stage)
  const pages = await readConsolePages(page, stage)
  await page.context().close()
  assert.ok(pages.length > 5, 'these are the pages')
  return { browser, stage, pages, hostile: await hostilePages(stage) }
}

/**
 * Visits the pages in two tabs, as there are two cores at least. They begin at both ends: neighbours ask for the same heavy
 * things, of which one caller gets few at a time.
 */
async function visit<T>(
  { browser, stage }: Scene,
  { pages, as }: { pages: readonly ConsolePage[]; as?: string },
  look: (tab: Tab, page: ConsolePage) => Promise<T>,
): Promise<T[]> {
  const left = [...pages]
  const seen: T[] = []
  const walk = async (take: () => ConsolePage | undefined) => {
    const tab = await openTab(browser, stage, as)
    for (let next = take(); next !== undefined; next = take()) seen.push(await look(tab, next))
    await tab.page.context().close()
  }
  await Promise.all([walk(() => left.shift()), walk(() => left.pop())])
  return seen
}

test(
  'every page is accessible in each of its states and themes, and reports nothing wrong',
  { skip: withoutBrowser, timeout: 600_000 },
  async () => {
    const { pages, hostile, ...rest } = await scene()
    const all = [...pages, ...hostile]
    const findings = (await visit({ pages, hostile, ...rest }, { pages: all }, tryPage)).flat()
    assert.deepEqual(findings, [], findings.join('\n\n'))
  },
)

test(
  'an auditor sees no control that would be refused, and an owner misses none that is allowed',
  { skip: withoutBrowser, timeout: 600_000 },
  async () => {
    const on = await scene()
    const auditor = await makeAuditor(on.stage)
    // The owner's browser loads the console at each address.
    const ofOwner = await visit(on, { pages: on.pages }, (tab, page) =>
      actionsOf(tab, page, tab.goto),
    )
    const ofAuditor = await visit(on, { pages: on.pages, as: auditor }, (tab, page) =>
      actionsOf(tab, page, tab.open),
    )
    assert.ok(
      ofOwner.some(({ shown }) => shown.length > 0),
      'controls are marked',
    )
    const findings = [
      ...findRefused(ofOwner).map((each) => `owner: ${each}`),
      ...findRefused(ofAuditor).map((each) => `auditor: ${each}`),
      ...findMissing(ofOwner).map((each) => `owner: ${each}`),
      ...findMissing(ofAuditor).map((each) => `auditor: ${each}`),
      ...findUnmarked(ofOwner, ofAuditor),
      ...ofOwner.flatMap(({ route, errors }) => errors.map((each) => `${route}: ${each}`)),
    ]
    assert.deepEqual(findings, [], findings.join('\n'))
  },
)

async function makeAuditor({ muster }: Stage): Promise<string> {
  const { id } = await muster.post('/workspace/users', {
    body: {
      provider: 'https://idp.acme.example',
      provider_id: 'auditor',
      name: 'Audrey Auditor',
      roles: ['workspace.auditor'],
    },
  })
  return id
}
