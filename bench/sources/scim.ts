import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { say } from '../../src/cli/output/output.ts'
import { connectApi, connectTo, idIn } from '../api.ts'
import { compared, type Findings } from '../figures.ts'
import { startChild } from '../processes/child.ts'
import { unpinned } from '../processes/placement.ts'
import { startMusterServer } from '../processes/start-muster.ts'
import type { SourcesOptions } from '../options.ts'
import { directoryOf, openWorld } from '../world/open-world.ts'
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

/** Users pushed one after the other on one connection, beside a server that keeps them in a Map, in turns. */
export async function measureScim({ known, requests, rounds }: SourcesOptions): Promise<Findings> {
  const world = await openWorld(unpinned, { people: known, fresh: true, kind: 'scim' })
  const { databaseUrl, token } = world
  const { child: muster, origin } = await startMusterServer({ databaseUrl })
  const scimmy = startChild(
    unpinned,
    'any',
    new URL('../processes/scimmy-server.ts', import.meta.url),
  )
  try {
    const ours = await openEndpoint(origin, token)
    const theirs = { base: await scimmy.ask<string>('start'), secret: 'bench' }
    for (const side of [ours, theirs]) await push(side, Math.min(requests, 20))
    const turns: [Rates, Rates][] = []
    for (let round = 1; round <= rounds; round += 1) {
      turns.push([await push(ours, requests), await push(theirs, requests)])
      say(
        `  ${round}/${rounds}: ${turns
          .at(-1)
          ?.map(
            ({ create, patch }) =>
              `${create.toFixed(1)} creations/s, ${patch.toFixed(1)} PATCHes/s`,
          )
          .join(' beside ')}`,
      )
    }
    const lines = kinds.flatMap((kind) =>
      compared({
        what: titles[kind],
        sides: ['Muster', 'scimmy-routers'],
        unit: '/s',
        rounds: turns.map(([one, other]) => [one[kind], other[kind]]),
      }),
    )
    return { lines, notes: [noteOf(known, requests)] }
  } finally {
    await muster.stop()
    await scimmy.stop()
    await world.close()
    // The pushes are in it.
    await rm(await directoryOf(known, 'scim'), { recursive: true, force: true })
  }
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

/** Requests a second of each kind. */
async function push(endpoint: Endpoint, requests: number): Promise<Rates> {
  const client = connectTo(endpoint.base, endpoint.secret, 'application/scim+json')
  const name = randomUUID()
  const ids: string[] = []
  const rate = async (one: (at: number) => Promise<unknown>) => {
    const start = performance.now()
    for (let at = 0; at < requests; at += 1) await one(at)
    return requests / ((performance.now() - start) / 1000)
  }
  try {
    return {
      create: await rate(async (at) =>
        ids.push(idIn(await client.call('POST', '/Users', scimUser(`${name}-${at}`, at)))),
      ),
      patch: await rate((at) => client.call('PATCH', `/Users/${ids[at]}`, nicknamePatch(at))),
      read: await rate((at) => client.call('GET', `/Users/${ids[at]}`)),
    }
  } finally {
    client.close()
  }
}
