import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from '../src/http/route/route.ts'
import { createTokenSecret } from '../src/access/token-secret.ts'
import { exampleOf } from '../src/http/openapi/example.ts'
import { isRecord } from '../src/contract/json.ts'
import { routes } from '../src/routes.ts'
import { makeCaller, testServer, type CallOptions } from './harness.ts'
import { makeRequestWorld, requestFor } from './request-for.ts'

const requestCount = Number(process.env['MUSTER_FUZZ_REQUESTS'] ?? 10_000)
const seed = Number(process.env['MUSTER_FUZZ_SEED'] ?? 20_260_301)
const concurrency = 8

const server = await testServer()
const world = await makeRequestWorld(server)
const reader = await makeCaller(server, ['directory.user.view', 'workspace.service.view'])

/** Numbers in [0, 1), the same for the same seed. */
function randomNumbers(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

class Fuzzer {
  readonly #random: () => number

  constructor(start: number) {
    this.#random = randomNumbers(start)
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  chance(of: number): boolean {
    return this.#random() < of
  }

  one<T>(values: readonly [T, ...T[]]): T {
    return values[this.below(values.length)] ?? values[0]
  }
}

const nasty: readonly [string, ...string[]] = [
  '',
  ' ',
  '\u0000',
  '\u202e',
  '\ud800',
  'null',
  'true',
  '0',
  '-1',
  '1e400',
  '9007199254740993',
  'NaN',
  `' or '1'='1`,
  `'; drop table token; --`,
  `") union select 1 --`,
  '%',
  '%%',
  '\\',
  '_',
  '{}',
  '[]',
  '$1',
  '$$',
  '../..',
  'x\r\nset-cookie: a=b',
  '<script>',
  'constructor',
  '__proto__',
  'toString',
  ',',
  ',,',
  'a,b',
  '😀'.repeat(100),
  'ß'.repeat(300),
  'x'.repeat(5000),
  '2026-02-30T00:00:00Z',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  '2026-11-20T00:00:00+99:99',
  '-271821-04-20T00:00:00Z',
  'zzzzz_01kaf7m2t4e8j9p3q5r7s9v1wx',
  'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx',
  'wssvc_00000000000000000000000000',
  'wsusr_7zzzzzzzzzzzzzzzzzzzzzzzzz',
]
const realIds = Object.values(world.ids)

function text(fuzz: Fuzzer): string {
  if (fuzz.chance(0.2)) return fuzz.one([realIds[0] ?? '', ...realIds])
  if (fuzz.chance(0.7)) return fuzz.one(nasty)
  return String.fromCodePoint(
    ...Array.from({ length: 1 + fuzz.below(12) }, () => 1 + fuzz.below(0x2fff)),
  )
}

function value(fuzz: Fuzzer, depth = 0): unknown {
  switch (fuzz.below(depth > 3 ? 5 : 8)) {
    case 0:
      return text(fuzz)
    case 1:
      return fuzz.one([0, -1, 1.5, 2 ** 53, -(2 ** 31), 1e308, fuzz.below(1000)])
    case 2:
      return fuzz.chance(0.5)
    case 3:
      return null
    case 4:
      return text(fuzz)
    case 5:
      return Array.from({ length: fuzz.below(5) }, () => value(fuzz, depth + 1))
    case 6:
      return Object.fromEntries(
        Array.from({ length: fuzz.below(4) }, () => [text(fuzz), value(fuzz, depth + 1)]),
      )
    default:
      return Array.from({ length: fuzz.below(300) }, (_, index) => index)
  }
}

/** A valid body with some of its members changed, dropped or added; or anything. */
function body(fuzz: Fuzzer, route: Route): unknown {
  const schema = route.method === 'GET' ? null : route.body
  const example: unknown = schema === null ? {} : exampleOf(schema)
  if (!isRecord(example) || fuzz.chance(0.1)) return value(fuzz)
  const properties: unknown = schema === null ? {} : schema.properties
  const names = isRecord(properties) ? Object.keys(properties) : []
  const entries = Object.entries(example).filter(() => !fuzz.chance(0.1))
  for (const name of names) if (fuzz.chance(0.25)) entries.push([name, value(fuzz)])
  if (fuzz.chance(0.1)) entries.push([text(fuzz), value(fuzz)])
  if (fuzz.chance(0.3))
    entries.push(['handle', `fuzz-${fuzz.below(1e9)}`], ['name', `fuzz.${fuzz.below(1e9)}`])
  return Object.fromEntries(entries.filter(([name]) => names.includes(name) || fuzz.chance(0.2)))
}

function rawBody(fuzz: Fuzzer, planned: unknown): string | Uint8Array {
  const json = JSON.stringify(planned) ?? ''
  switch (fuzz.below(12)) {
    case 0:
      return json.slice(0, fuzz.below(json.length + 1))
    case 1:
      return Buffer.from(json, 'utf16le')
    case 2:
      return Buffer.from(json.replace(/[a-z]/, '\u00ff'), 'latin1')
    case 3:
      return `{"name":"a","name":"b"}`
    case 4:
      return '['.repeat(1 + fuzz.below(200))
    default:
      return json
  }
}

function query(fuzz: Fuzzer, route: Route): string {
  const parameters = Object.keys(route.query.properties)
  if (fuzz.chance(0.4)) return ''
  const pairs = Array.from({ length: 1 + fuzz.below(3) }, () => {
    const name = fuzz.chance(0.05) ? text(fuzz) : parameters[fuzz.below(parameters.length)]
    return name === undefined ? '' : `${encode(name)}=${encode(parameter(fuzz, name, route))}`
  })
  return `?${pairs.filter((pair) => pair !== '').join('&')}`
}

function parameter(fuzz: Fuzzer, name: string, route: Route): string {
  if (fuzz.chance(0.4)) return text(fuzz)
  if (name === 'include')
    return Array.from({ length: fuzz.below(4) }, () => fuzz.one(includes)).join(',')
  if (name === 'page[size]') return String(fuzz.one([1, 2, 50, 500, 501]))
  if (name === 'page[total]') return 'true'
  const schema: unknown = route.query.properties[name]
  const values = isRecord(schema) && Array.isArray(schema['enum']) ? schema['enum'] : []
  return String(values[fuzz.below(values.length)] ?? text(fuzz))
}

const includes: readonly [string, ...string[]] = [
  'secondary-users',
  'policy-rules-staged',
  'policy-users-count',
  'policy-rulesets-exists',
  'policy-conditions',
  'policy-rules-manifest',
  'nonsense',
]

/** Percent-encoded, without characters that no URL can contain. */
function encode(part: string): string {
  return encodeURIComponent(part.replaceAll(/[\ud800-\udfff]/g, '%').slice(0, 900))
}

function headers(fuzz: Fuzzer, route: Route): Record<string, string> {
  const sent: Record<string, string> = {}
  if (fuzz.chance(0.1)) sent['x-request-id'] = ascii(text(fuzz))
  if (fuzz.chance(0.1))
    sent['if-match'] = fuzz.one([
      '"1.0"',
      '"1"',
      '*',
      'W/"1"',
      '""',
      `"'; --"`,
      '"99999999999999999999.0"',
    ])
  if (fuzz.chance(0.1))
    sent['if-none-match'] = fuzz.one(['*', '"1.0"', 'W/"1.0"', ',,,', ascii(text(fuzz))])
  if (route.method === 'POST' && fuzz.chance(0.3))
    sent['idempotency-key'] = fuzz.chance(0.7) ? `key-${fuzz.below(40)}` : ascii(text(fuzz))
  if (fuzz.chance(0.03))
    sent['content-type'] = fuzz.one([
      'text/plain',
      'application/json; charset=latin1',
      'application/xml',
      'a/b;c',
    ])
  if (fuzz.chance(0.02)) sent['accept'] = 'text/html'
  return sent
}

function ascii(sent: string): string {
  return sent
    .replaceAll(/[^\x20-\x7e]/g, '~')
    .slice(0, 300)
    .trim()
}

function token(fuzz: Fuzzer): string | undefined {
  if (fuzz.chance(0.8)) return world.owner.token
  return fuzz.one([undefined, reader.token, createTokenSecret('user'), ascii(text(fuzz))])
}

type Planned = { method: string; path: string; options: CallOptions }

function plan(fuzz: Fuzzer): Planned {
  const route = routes[fuzz.below(routes.length)]
  if (route === undefined) throw new Error('there are no routes')
  const replaced: Record<string, string> = {}
  for (const name of Object.keys(route.params))
    if (fuzz.chance(0.2)) replaced[name] = encode(text(fuzz)) || '%20'
  const { path } = requestFor(route, world, replaced)
  const options: CallOptions = { token: token(fuzz), headers: headers(fuzz, route) }
  if (route.method !== 'GET' && fuzz.chance(0.9)) options.raw = rawBody(fuzz, body(fuzz, route))
  const method = fuzz.chance(0.01) ? fuzz.one(['PUT', 'DELETE', 'PATCH', 'POST']) : route.method
  return { method, path: path + query(fuzz, route), options }
}

test(
  `${requestCount} generated requests get no 5xx, and every answer conforms to the document`,
  { timeout: 900_000 },
  async () => {
    const statuses = new Map<number, number>()
    let next = 0
    async function work(): Promise<void> {
      while (next < requestCount) {
        const number = next++
        // Each request has its own seed, so that a failing one can be repeated alone.
        const planned = plan(new Fuzzer(seed + number))
        await send(planned, number)
      }
    }
    async function send(planned: Planned, number: number): Promise<void> {
      const told = () =>
        `request ${number} of MUSTER_FUZZ_SEED=${seed}: ${JSON.stringify({ ...planned, options: { ...planned.options, raw: String(planned.options.raw).slice(0, 2000) } })}`
      try {
        const { status, text: answered } = await server.call(
          planned.method,
          planned.path,
          planned.options,
        )
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        assert.ok(status < 500, `${status} ${answered}`)
      } catch (error) {
        throw new Error(told(), { cause: error })
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    // A fuzz that is refused at the door proves nothing.
    for (const status of [200, 201, 400, 401, 404, 422]) {
      assert.ok(
        (statuses.get(status) ?? 0) > requestCount / 400,
        `${status}: ${JSON.stringify([...statuses])}`,
      )
    }
  },
)
