import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { say } from '../../src/cli/output/output.ts'
import { connectApi, connectTo, idIn } from '../api.ts'
import { compared, type Findings, type Line } from '../figures.ts'
import { startChild } from '../processes/child.ts'
import { unpinned } from '../processes/placement.ts'
import { startMusterServer } from '../processes/start-muster.ts'
import type { SourcesOptions } from '../options.ts'
import { directoryOf, openWorld } from '../world/open-world.ts'
import { openSameRows } from './same-rows.ts'
import { nicknamePatch, scimUser } from './scim-user.ts'

/** Where a SCIM client works. */
type Endpoint = { base: string; secret: string }

const kinds = ['create', 'patch', 'read'] as const
type Rates = Record<(typeof kinds)[number], number>

const titles: Record<keyof Rates, string> = {
  create: 'create a user',
  patch: 'PATCH of a nickname',
  read: 'read a user',
}
const writes = ['create', 'patch'] as const
const connections = 8

/** Requests a second of each kind, side by side: by Muster and by a Map, and what their rows and one connection are compared with. */
type Round = {
  ours: Rates
  theirs: Rates
  rows: Pick<Rates, (typeof writes)[number]>
  together: Pick<Rates, (typeof writes)[number]>
}

/**
 * Users pushed one after the other on one connection, beside a server that keeps them in a Map and beside the rows that Muster writes, and
 * on several connections beside one.
 */
export async function measureScim({ known, requests, rounds }: SourcesOptions): Promise<Findings> {
  const world = await openWorld(unpinned, { people: known, fresh: true, kind: 'scim' })
  const { databaseUrl, token } = world
  const { child: muster, origin } = await startMusterServer({ databaseUrl })
  const scimmy = startChild(
    unpinned,
    'any',
    new URL('../processes/scimmy-server.ts', import.meta.url),
  )
  const sameRows = await openSameRows(databaseUrl)
  try {
    const ours = await openEndpoint(origin, token)
    const theirs = { base: await scimmy.ask<string>('start'), secret: 'bench' }
    const measure = async (count: number): Promise<Round> => {
      const besides = (run: () => Promise<number>) => sameRows.besides(count, run)
      const [own, rows] = await pushBeside(ours, count, besides)
      const together = await pushTogether(ours, count)
      return { ours: own, rows, together, theirs: (await pushBeside(theirs, count))[0] }
    }
    await measure(Math.min(requests, 20))
    const turns: Round[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const turn = await measure(requests)
      turns.push(turn)
      const { create, patch } = turn.ours
      say(`  ${round}/${rounds}: ${create.toFixed(1)} creations/s, ${patch.toFixed(1)} PATCHes/s`)
    }
    return { lines: linesOf(turns), notes: [noteOf(known, requests)] }
  } finally {
    await sameRows.close()
    await muster.stop()
    await scimmy.stop()
    await world.close()
    // The pushes are in it.
    await rm(await directoryOf(known, 'scim'), { recursive: true, force: true })
  }
}

function linesOf(turns: readonly Round[]): Line[] {
  const unit = '/s' as const
  const among = `${connections} connections`
  const besideMap = kinds.map((kind) =>
    compared({
      what: titles[kind],
      sides: ['Muster', 'scimmy-routers'],
      unit,
      rounds: turns.map(({ ours, theirs }) => [ours[kind], theirs[kind]]),
    }),
  )
  const besideRows = writes.map((kind) =>
    compared({
      what: `${titles[kind]}, by rows`,
      sides: ['Muster', 'its rows, a statement a table'],
      unit,
      budget: { atLeast: 0.35 },
      rounds: turns.map(({ ours, rows }) => [ours[kind], rows[kind]]),
    }),
  )
  const besideOne = writes.map((kind) =>
    compared({
      what: `${titles[kind]}, ${among}`,
      sides: [among, 'one'],
      unit,
      budget: { atLeast: 3 },
      rounds: turns.map(({ together, ours }) => [together[kind], ours[kind]]),
    }),
  )
  return [...besideMap, ...besideRows, ...besideOne].flat()
}

function noteOf(known: number, requests: number): string {
  return (
    `${requests} requests of each kind in a turn, beside ${known.toLocaleString('en')} people. ` +
    'Muster matches, decides, recalculates manifests, records and commits each push to disk; scimmy-routers puts it into a Map.'
  )
}

async function openEndpoint(origin: string, token: string): Promise<Endpoint> {
  const api = connectApi(origin, token)
  const { data } = await api.call<{ data: { id: string; scim_url: string }[] }>(
    'GET',
    '/workspace/integrations',
  )
  const [made] = data
  if (made === undefined) throw new Error('the integration was not made')
  const path = `/workspace/integrations/${made.id}/scim-secrets`
  const { secret } = await api.call<{ secret: string }>('POST', path, { name: 'bench' })
  api.close()
  return { base: origin + new URL(made.scim_url).pathname, secret }
}

/** Requests a second of each kind, on one connection, and of the writes beside them. */
async function pushBeside(
  endpoint: Endpoint,
  requests: number,
  besides = async (run: () => Promise<number>): Promise<[number, number]> => [await run(), 0],
): Promise<[Rates, Round['rows']]> {
  const { client, name, ids } = openClient(endpoint)
  const rate = (one: (at: number) => Promise<unknown>) => rateOf(requests, [one])
  try {
    const [create, ofCreate] = await besides(() =>
      rate(async (at) =>
        ids.push(idIn(await client.call('POST', '/Users', scimUser(`${name}-${at}`, at)))),
      ),
    )
    const [patch, ofPatch] = await besides(() =>
      rate((at) => client.call('PATCH', `/Users/${ids[at]}`, nicknamePatch(at))),
    )
    const read = await rate((at) => client.call('GET', `/Users/${ids[at]}`))
    return [
      { create, patch, read },
      { create: ofCreate, patch: ofPatch },
    ]
  } finally {
    client.close()
  }
}

/** The same number of requests of each kind for each of several connections. */
async function pushTogether(endpoint: Endpoint, requests: number): Promise<Round['together']> {
  const each = Array.from({ length: connections }, () => openClient(endpoint))
  const all = requests * connections
  try {
    return {
      create: await rateOf(
        all,
        each.map(({ client, name, ids }) => async (at: number) => {
          ids.push(idIn(await client.call('POST', '/Users', scimUser(`${name}-${at}`, at))))
        }),
      ),
      patch: await rateOf(
        all,
        each.map(({ client, ids }) => (at: number) => {
          const id = ids[Math.floor(at / connections) % ids.length]
          return client.call('PATCH', `/Users/${id}`, nicknamePatch(at))
        }),
      ),
    }
  } finally {
    for (const { client } of each) client.close()
  }
}

function openClient({ base, secret }: Endpoint) {
  const client = connectTo(base, secret, 'application/scim+json')
  return { client, name: randomUUID(), ids: [] as string[] }
}

/** Requests a second, each made by the first of these that is free. */
async function rateOf(
  requests: number,
  makers: readonly ((at: number) => Promise<unknown>)[],
): Promise<number> {
  const start = performance.now()
  let at = 0
  await Promise.all(
    makers.map(async (make) => {
      while (at < requests) await make(at++)
    }),
  )
  return requests / ((performance.now() - start) / 1000)
}
