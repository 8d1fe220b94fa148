import { Command } from 'commander'
import { bold, dim, print, say } from '../src/cli/output.ts'
import { table } from '../src/cli/table-text.ts'
import { openStage, type Stage } from '../test/console/stage.ts'
import { auditPage, categories, lighthouseVersion, type Audited } from './lighthouse/audit-page.ts'
import { readMachine } from './machine.ts'
import { numberFrom } from './options.ts'
import { formatMachine } from './report.ts'
import { median } from './rows/median.ts'

type Page = { name: string; path: string; isSignedIn: boolean }
type Result = { name: string; rounds: Audited[] }

const thresholds = { performance: 95, accessibility: 100, 'best-practices': 100 } as const

function pagesOf({ demo }: Stage): Page[] {
  return [
    { name: 'sign-in page', path: '/', isSignedIn: false },
    { name: 'Home', path: '/', isSignedIn: true },
    { name: 'People', path: '/people', isSignedIn: true },
    { name: 'a person', path: `/people/${demo.user_id}`, isSignedIn: true },
  ]
}

/** Opens a session as a browser does with a link. Returns its cookie. */
async function signIn({ muster, origin }: Stage): Promise<string> {
  const { url } = await muster.post('/auth/sign-in-link', { body: {} })
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', headers: { origin } })
  const [cookie] = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  if (cookie === undefined) throw new Error(`the sign-in link was answered ${answer.status}`)
  return cookie
}

async function measure({ people, rounds }: { people: number; rounds: number }): Promise<Result[]> {
  const stage = await openStage({ people, reports: 0, groups: 0 })
  try {
    const cookie = await signIn(stage)
    const results: Result[] = []
    for (const { name, path, isSignedIn } of pagesOf(stage)) {
      say(`${name} …`)
      const audited: Audited[] = []
      for (let round = 0; round < rounds; round += 1)
        audited.push(
          await auditPage(`${stage.origin}${path}`, isSignedIn ? { Cookie: cookie } : {}),
        )
      results.push({ name, rounds: audited })
    }
    return results
  } finally {
    await stage.close()
  }
}

function scoreOf({ rounds }: Result, category: keyof typeof thresholds): number {
  return median(rounds.map(({ scores }) => scores[category]))
}

/** What is below a threshold, with the audits that cost points. */
function failuresOf(results: readonly Result[]): string[] {
  return results.flatMap((result) =>
    categories
      .filter((category) => scoreOf(result, category) < thresholds[category])
      .map((category) => {
        const audits = result.rounds.flatMap(({ failed }) => failed[category])
        return `${result.name}: ${category} is below ${thresholds[category]}: ${[...new Set(audits)].join('; ')}`
      }),
  )
}

function format(results: readonly Result[], failures: readonly string[]): string {
  const times = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
  ] as const
  const rows = results.map((result) => [
    result.name,
    ...categories.map((category) => scoreOf(result, category).toFixed(0)),
    ...times.map((time) => median(result.rounds.map(({ times: each }) => each[time])).toFixed(0)),
  ])
  return [
    bold(`Lighthouse ${lighthouseVersion}, its settings for desktops`),
    dim(formatMachine(readMachine())),
    '',
    table([
      ['page', 'performance', 'accessibility', 'best practices', 'FCP ms', 'LCP ms', 'TBT ms'],
      ...rows,
    ]),
    ...(failures.length === 0 ? [] : ['', ...failures]),
  ].join('\n')
}

const options = new Command('lighthouse')
  .description(
    'audit the console with Lighthouse on a demo of its own; exit code 1 below the thresholds',
  )
  .option('--people <number>', 'how many people', numberFrom(120, 1_000_000), 400)
  .option('--rounds <number>', 'audits of each page; the median counts', numberFrom(1, 50), 3)
  .option('--json', 'one JSON object on standard output', false)
  .parse()
  .opts<{ people: number; rounds: number; json: boolean }>()
const results = await measure(options)
const failures = failuresOf(results)
print(options.json, { results, failures }, () => format(results, failures))
if (failures.length > 0) process.exitCode = 1
