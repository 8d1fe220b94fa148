import { Agent, request } from 'node:http'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { say } from '../../src/cli/output/output.ts'
import { idIn, connectApi } from '../policy/system/api.ts'
import { startChild, type Child } from '../processes/child.ts'
import { readJson } from '../processes/conversation.ts'
import type { MusterOptions } from '../processes/muster-server.ts'
import { unpinned } from '../processes/placement.ts'
import { directoryOf } from '../world/kept-world.ts'
import { openWorld, type World } from '../world/open-world.ts'
import { compared, type Findings } from './line.ts'
import type { Options } from './options.ts'
import { scimUser, nicknamePatch } from './scim-user.ts'

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
export async function measureScim({ known, requests, rounds }: Options): Promise<Findings> {
  const world = await openWorld(unpinned, { people: known, fresh: true, kind: 'scim' })
  const muster = startChild(
    unpinned,
    'any',
    new URL('../processes/muster-server.ts', import.meta.url),
  )
  const scimmy = startChild(
    unpinned,
    'any',
    new URL('../processes/scimmy-server.ts', import.meta.url),
  )
  try {
    const ours = await openEndpoint(muster, world)
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
    const lines = kinds.map((kind) =>
      compared({
        what: titles[kind],
        sides: ['Muster', 'scimmy-routers'],
        unit: 'requests/s',
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

async function openEndpoint(muster: Child, { databaseUrl, token }: World): Promise<Endpoint> {
  const options: MusterOptions = { databaseUrl, cacheMegabytes: 64, poolSize: 10 }
  const origin = await muster.ask<string>('start', options)
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
  const client = connectScim(endpoint)
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
        ids.push(idIn(await client.send('POST', '/Users', scimUser(`${name}-${at}`, at)))),
      ),
      patch: await rate((at) => client.send('PATCH', `/Users/${ids[at]}`, nicknamePatch(at))),
      read: await rate((at) => client.send('GET', `/Users/${ids[at]}`)),
    }
  } finally {
    client.close()
  }
}

/** One connection that stays open. Throws where the status is not 2xx. */
function connectScim({ base, secret }: Endpoint) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' }
  const send = (method: string, path: string, body?: object) =>
    new Promise<unknown>((resolve, reject) => {
      const sent = request(base + path, { method, agent, headers }, (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(pieces).toString()
          const status = answer.statusCode ?? 0
          if (status < 300) resolve(readJson(text === '' ? 'null' : text))
          else reject(new Error(`${method} ${path} answered ${status}: ${text}`))
        })
      })
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  return { send, close: () => agent.destroy() }
}
