import type { Page } from 'playwright-core'
import { isRecord } from '../../src/contract/json.ts'
import { hostileEmail, manyReportsEmail } from './hostile-exports.ts'
import type { Stage } from './stage.ts'

/** A page of the console: its route, and an address that shows a record. */
export type ConsolePage = { route: string; address: string }

/** Every page, as the router of the running console has them: a new one is here as soon as its route is. */
export async function readConsolePages(page: Page, stage: Stage): Promise<ConsolePage[]> {
  // The router of TanStack makes itself known to its own development tools by this name.
  const routes = await page.evaluate<string[]>('Object.keys(self.__TSR_ROUTER__.routesByPath)')
  const records = await findRecords(stage)
  const pages: ConsolePage[] = []
  for (const route of routes.toSorted())
    pages.push({ route, address: await addressOf(route, records, stage) })
  return pages
}

/** Pages of records that try to break them, and further states of pages. */
export async function hostilePages({ muster }: Stage): Promise<ConsolePage[]> {
  const idOf = async (email: string) => {
    const query = { 'filter[email]': email, 'filter[trashed]': 'with' } as const
    return (await muster.get('/directory/users', { params: { query } })).data[0]?.id ?? ''
  }
  const [script, manager] = await Promise.all([idOf(hostileEmail), idOf(manyReportsEmail)])
  const [source] = (await muster.get('/workspace/integrations')).data
  const steps = ['file', 'probe', 'mapping', 'first'].map((step) => ({
    route: '/sources/connect',
    address: `/sources/connect?source=${source?.id}&step=${step}`,
  }))
  return [
    ...steps,
    { route: '/people/$user', address: `/people/${script}` },
    { route: '/people/$user/access', address: `/people/${script}/access` },
    { route: '/people/$user/organisation', address: `/people/${manager}/organisation` },
  ]
}

/** The ids of records worth showing, by the end of a route (`/people/$user`), and queries by a whole route (`/why?`). */
type Records = Readonly<Record<string, string | undefined>>

async function findRecords({ muster, demo }: Stage): Promise<Records> {
  const ruleset = demo.move.rulesetId
  const [session, summary, described, rules] = await Promise.all([
    muster.get('/auth/test'),
    muster.get('/workspace/summary'),
    muster.get('/policy/rulesets/{ruleset}', { params: { path: { ruleset } } }),
    muster.get('/policy/rulesets/{ruleset}/rules', { params: { path: { ruleset } } }),
  ])
  return {
    '/people/$user': demo.user_id,
    '/services/$service': demo.service_id,
    '/policy/$ruleset': ruleset,
    '/rules/$rule': rules.data[0]?.id,
    '/plans/$plan': summary.decisions.plans?.plan_ids[0],
    '/groups/$resource': described.resource_id,
    // The person who is sure to have tokens and sessions.
    '/users/$user': session.owner_id,
    '/login?': `?name=muster+on+laptop&challenge=${'a'.repeat(43)}`,
    '/why?': `?person=${demo.user_id}&ruleset=${ruleset}`,
  }
}

async function addressOf(route: string, records: Records, stage: Stage): Promise<string> {
  const parts = route.split('/').slice(1)
  const shown = await Promise.all(
    parts.map(async (part, index) => {
      if (!part.startsWith('$')) return part
      return records[`/${parts[index - 1]}/${part}`] ?? firstRecordOf(stage, part.slice(1))
    }),
  )
  return `/${shown.join('/')}${records[`${route}?`] ?? ''}`
}

/** The first record of the list whose records the API describes under a parameter of this name. */
async function firstRecordOf({ origin, demo }: Stage, parameter: string): Promise<string> {
  const read = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${demo.token}` }
    return (await fetch(`${origin}/api/v1${path}`, { headers })).json()
  }
  const document = await read('/openapi.json')
  const paths = isRecord(document) && isRecord(document['paths']) ? document['paths'] : {}
  const list = Object.keys(paths)
    .filter((path) => path.endsWith(`/{${parameter}}`))
    .map((path) => path.slice(0, path.lastIndexOf('/')))
    .find((path) => !path.includes('{') && path in paths)
  const answer = list === undefined ? undefined : await read(list)
  const rows = isRecord(answer) && Array.isArray(answer['data']) ? answer['data'] : []
  const [first]: unknown[] = rows
  if (isRecord(first) && typeof first['id'] === 'string') return first['id']
  throw new Error(`No record is known for $${parameter}: add one to findRecords.`)
}
