import assert from 'node:assert/strict'
import { makeCaller, makeOwner, testServer, type Answer, type TestServer } from '../../harness.ts'
import { importByApi } from '../../import-by-api.ts'
import type { Dice } from './dice.ts'

const hour = 3_600_000

const begin = Date.parse('2024-01-08T06:00:00Z')

/** A workspace behind two servers, whose clock the year moves. */
export type YearWorkspace = {
  server: TestServer
  token: string
  now: () => number
  /** To the morning of the next day. */
  nextMorning: (dice: Dice) => void
  pass: (milliseconds: number) => void
  /** Any answer but a failure of the server. By default as the owner. */
  call: (method: string, path: string, body?: unknown, token?: string) => Promise<Answer>
  /** Whether it was done; a refusal is remembered by {@link refusals}. */
  isDone: (method: string, path: string, body?: unknown, token?: string) => Promise<boolean>
  must: (method: string, path: string, body?: unknown, token?: string) => Promise<Answer>
  /** What was refused, and how often. */
  refusals: Map<string, number>
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into every shape
  importFile: (source: Source, file: string | readonly object[], query: string) => Promise<any>
  sources: Record<Source, string>
  /** Owners of groups, who act by their roles on rulesets. */
  groupOwners: readonly { id: string; token: string }[]
}
export type Source = 'hr' | 'code'

export async function startWorkspace(dice: Dice): Promise<YearWorkspace> {
  // Callers of tests live for a day of the clock on the wall, which is after the whole year.
  let now = Date.now()
  const clock = () => new Date(now)
  const options = { clock, webhookHosts: [{ host: '127.0.0.1', port: null }] }
  const server = await testServer(options)
  const servers = [server, await testServer({ over: server, ...options })]
  const { token } = await makeOwner(server)
  const groupOwners = []
  for (let count = 0; count < 3; count += 1)
    groupOwners.push(await makeCaller(server, ['directory.user.view', 'policy.rule.view']))
  now = begin
  const refusals = new Map<string, number>()
  const call: YearWorkspace['call'] = async (method, path, body, by = token) => {
    const sent = body === undefined ? {} : { body }
    const answer = await dice.pick(servers).call(method, path, { token: by, ...sent })
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer
  }
  const must: YearWorkspace['must'] = async (...sent) => {
    const answer = await call(...sent)
    assert.ok(answer.status < 300, `${sent[0]} ${sent[1]}: ${answer.text}`)
    return answer
  }
  const connect = async (body: object) =>
    `/workspace/integrations/${(await must('POST', '/workspace/integrations', body)).body.id}`
  const sources = {
    hr: await connect({ handle: 'hr', name: 'HR', vendor: 'file', is_primary: true }),
    code: await connect({
      handle: 'code',
      name: 'Code',
      vendor: 'codehost',
      type: 'gitlab',
      trusts_email: true,
    }),
  }
  return {
    server,
    token,
    now: () => now,
    pass: (milliseconds) => void (now += milliseconds),
    nextMorning: (dice) => {
      now = (Math.floor(now / (24 * hour)) + 1) * 24 * hour + 6 * hour + dice.nat(4 * hour)
    },
    call,
    must,
    isDone: async (...sent) => {
      const { status, text } = await call(...sent)
      if (status < 300) return true
      const path = sent[1].replace(/\w+_[0-9a-z]{26}/g, ':id')
      const refused = `${sent[0]} ${path} ${status} ${text.slice(0, 120)}`
      refusals.set(refused, (refusals.get(refused) ?? 0) + 1)
      return false
    },
    refusals,
    importFile: (source, file, query) =>
      importByApi(dice.pick(servers), { token, path: sources[source], file, query }),
    sources,
    groupOwners,
  }
}
