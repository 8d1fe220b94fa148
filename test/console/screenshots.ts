import assert from 'node:assert/strict'
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openBrowser, type OpenBrowser } from './browser.ts'
import { closeShared } from '../process-end.ts'
import { hostilePages, readConsolePages } from './console-pages.ts'
import { openStage, type Stage } from './stage.ts'
import { openTab, type Tab } from './tab.ts'

// npm run screenshots: every page at three widths in both themes, into an ignored folder; -- --docs: the README's.

const widths = [360, 1280, 2560]
const themes = ['light', 'dark'] as const
const docsWidth = 1280
const docsMostBytes = 250_000

async function shoot(tab: Tab, path: string, width: number): Promise<number> {
  await tab.page.setViewportSize({ width, height: Math.min(1600, Math.max(800, width * 0.6)) })
  await tab.settled()
  return (await tab.page.screenshot({ path, animations: 'disabled', caret: 'hide' })).length
}

async function shootAll(browser: OpenBrowser, stage: Stage, directory: string): Promise<void> {
  const tab = await openTab(browser, stage)
  const pages = [...(await readConsolePages(tab.page, stage)), ...(await hostilePages(stage))]
  const counts = new Map<string, number>()
  for (const { route, address } of pages) {
    const plain = route.slice(1).replaceAll('/', '-').replaceAll('$', '') || 'home'
    const count = (counts.get(plain) ?? 0) + 1
    counts.set(plain, count)
    await tab.goto(address)
    for (const theme of themes) {
      await tab.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      for (const width of widths)
        await shoot(
          tab,
          `${directory}/${plain}${count > 1 ? `-hostile` : ''}-${width}-${theme}.png`,
          width,
        )
    }
  }
}

/** The person page, and why a person is in a group. */
async function shootForDocs(browser: OpenBrowser, stage: Stage, directory: string): Promise<void> {
  const tab = await openTab(browser, stage)
  const { user_id: person } = stage.demo
  const pictures = {
    person: `/people/${person}`,
    why: `/why?person=${person}&ruleset=${await rulesetOf(stage, person)}`,
  }
  for (const [name, address] of Object.entries(pictures)) {
    await tab.goto(address)
    for (const theme of themes) {
      await tab.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const bytes = await shoot(tab, `${directory}/${name}-${theme}.png`, docsWidth)
      assert.ok(bytes <= docsMostBytes, `${name}-${theme}.png has ${bytes} bytes`)
    }
  }
}

/** A group that the person is in. */
async function rulesetOf({ muster }: Stage, user: string): Promise<string> {
  const query = { 'filter[type]': 'codehost_group' } as const
  const params = { path: { user }, query }
  const { data } = await muster.get('/directory/users/{user}/access', { params })
  const [first] = data
  assert.ok(first, 'the person is in a group')
  return first.policy_ruleset_id
}

const { values } = parseArgs({ options: { docs: { type: 'boolean', default: false } } })
const directory = fileURLToPath(
  new URL(values.docs ? '../../docs/images' : '../../screenshots', import.meta.url),
)
const [browser, stage] = await Promise.all([
  openBrowser(),
  openStage(
    values.docs
      ? { people: 400, reports: 0, groups: 0 }
      : { people: 120, reports: 200, groups: 500 },
  ),
])
try {
  if (!values.docs) await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  await (values.docs ? shootForDocs : shootAll)(browser, stage, directory)
  console.log(`The pictures are in ${directory}`)
} finally {
  await stage.close()
  await closeShared()
}
