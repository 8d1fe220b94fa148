import { say } from '../../src/cli/output/output.ts'
import type { Database } from '../../src/database/database.ts'
import { evaluated } from '../../src/policy/manifests/evaluate-everybody.ts'
import { loadColumns } from '../../src/policy/manifests/load-columns.ts'
import { policyCacheOf } from '../../src/policy/model/policy-cache-of.ts'
import { connectApi } from '../api.ts'
import { asOwner } from '../empty-muster.ts'
import { count, timed } from '../figures.ts'
import { startMusterServer } from '../processes/start-muster.ts'

/** Seconds from asking for the effect of an incident that holds {@link budgetPeople} to its first page; in proportion for others, and 2 at least. */
const budgetSeconds = 10
const budgetPeople = 38_000

type Page = {
  data: { id: string; people: number }[]
  links: { next: string | null }
}

/**
 * How long it takes to answer for the effect of the open incident: the first page, for which it is worked out, and all pages.
 * Beside it an evaluation of everybody: facts read, verdicts found. @returns whether the budget is kept
 */
export async function measureEffect(database: Database, dataDirectory: string): Promise<boolean> {
  const { took: floor } = await timed(() => evaluateEverybody(database))
  return asOwner(dataDirectory, async ({ user = '', host, port, database: name = '' }) => {
    const databaseUrl = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
    const { child, origin } = await startMusterServer({ databaseUrl })
    const api = connectApi(origin, await child.ask<string>('token'))
    try {
      const { data } = await api.call<Page>('GET', '/policy/incidents?filter[state]=open')
      const [incident] = data
      if (incident === undefined) throw new Error('there is no open incident')
      const url = `/policy/incidents/${incident.id}/effects?page[size]=500`
      const first = await timed(() => api.call<Page>('GET', url))
      const all = await timed(() => readPages((path) => api.call<Page>('GET', path), url))
      const ratio = (first.took / floor).toFixed(1)
      const budget = Math.max(2, (budgetSeconds * incident.people) / budgetPeople)
      say(
        `the effect of an incident that holds ${count(incident.people)} people: first page after ${seconds(first.took)} (budget: ${budget.toFixed(1)} s), ` +
          `${ratio} × an evaluation of everybody (${seconds(floor)}); then all ${count(all.given)} rows in ${seconds(all.took)}`,
      )
      return first.took <= budget * 1000
    } finally {
      api.close()
      await child.stop()
    }
  })
}

/** Reads everybody's facts, and evaluates them against all rules in force. */
export async function evaluateEverybody(database: Database): Promise<void> {
  await database.snapshot(async (db) => {
    const { source } = await policyCacheOf(database).inTransaction(db)
    const columns = await loadColumns(db, source)
    for await (const verdict of evaluated(source, columns, Date.now())) void verdict
  })
}

/** @returns how many rows there are */
async function readPages(get: (path: string) => Promise<Page>, first: string): Promise<number> {
  let rows = 0
  for (let path: string | null = first; path !== null;) {
    const { data, links }: Page = await get(path)
    rows += data.length
    path = links.next && links.next.slice(links.next.indexOf('/policy/'))
  }
  return rows
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
