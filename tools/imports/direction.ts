import { dirname, join, normalize } from 'node:path/posix'
import type { Import, Source } from './read-source.ts'

/** The parts of src/ in import order: each may import the ones before it (docs/architecture.md). */
const order = [
  'contract',
  'engine',
  'tracing',
  'database',
  'audit',
  'access',
  'http',
  'jobs',
  'outgoing',
  'events',
  'policy',
  'directory',
  'workspace',
  'notices',
  'policy-as-code',
  'connectors',
  'incidents',
  'metrics',
  'doctor',
  'backup',
  'abilities.ts',
  'routes.ts',
  'app.ts',
  'main.ts',
  'cli',
]

/** The folders of src/policy in import order. Nouns come before the plans that run their commands. */
const policyOrder = [
  'model',
  'limits',
  'stored-rules',
  'shapes',
  'manifests',
  'changes',
  'rights',
  'conditions',
  'settings',
  'users',
  'explain',
  'what-if',
  'compare',
  'rulesets/people',
  'suggest',
  'rulesets',
  'rulesets/admins',
  'rules',
  'attributes',
  'dimensions',
  'operations',
  'plans',
  'reverts',
  'roles',
  'holds',
]

/** Files outside the order: they import nothing of ours but the values of settings, and only files that start a process import them. */
const startFiles = new Set(['config.ts', 'setting-values.ts', 'log.ts', 'end-signal.ts'])
const starters = ['main.ts', 'cli']

/** The only file of src/ that knows the demo. */
const demoCommand = 'src/cli/local/demo.ts'

/** The client of the API, which the command line uses as others do. */
const client = 'sdk/src/index.ts'

/** The pure parts, each with the only packages that it may use: none that reads, writes or gives the time. */
const purePackages = new Map([
  ['contract', ['typebox']],
  ['engine', ['re2js', 'typebox']],
])

/** The SQL of a noun, and the names of the functions in it that write. */
const queries = /[-/]queries\.ts$/
const writes =
  /^(\*|(insert|update|upsert|delete|remove|replace|write|set|mark|end|forget|refresh)([A-Z]|$))/

/** The project's path that an import names, or undefined for a package. */
export function targetOf(path: string, { specifier }: Import): string | undefined {
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : undefined
}

/** Tests, their helpers, and the programs beside the product: they may import everything. */
export function isForTests(path: string): boolean {
  return /(^test\/|\.test\.ts$|\.fixture\.ts$|-for-tests\.ts$)/.test(path)
}

/** Everything that a file does against the rule of direction, as `path:line …: why`, in the order of its lines. */
export function refusalsOf(source: Source): string[] {
  const refusals = source.imports.flatMap((each) => {
    const why = whyRefused(source.path, each)
    return why === undefined
      ? []
      : [`${source.path}:${each.line} imports ${each.specifier}: ${why}`]
  })
  if (!isProduct(source.path) || source.path === 'src/config.ts') return refusals
  const environment = source.environment.map(
    (line) => `${source.path}:${line} reads the environment: only src/config.ts does`,
  )
  return [...refusals, ...environment]
}

function isProduct(path: string): boolean {
  return path.startsWith('src/') && !isForTests(path)
}

function whyRefused(path: string, each: Import): string | undefined {
  const target = targetOf(path, each)
  const [top = ''] = path.split('/')
  if (target === undefined) return isProduct(path) ? whyPackage(partOf(path), each) : undefined
  if (top === 'sdk' || top === 'console') return whyClient(top, target)
  if (isForTests(path) || top !== 'src') return undefined
  if (target === 'package.json') return undefined
  if (path === demoCommand && target.startsWith('demo/')) return undefined
  if (partOf(path) === 'cli' && target === client) return undefined
  if (!target.startsWith('src/')) return 'src/ imports nothing from outside itself'
  if (isForTests(target)) return 'it is for tests only'
  return (
    whyDirection(partOf(path), partOf(target)) ??
    whyPolicyDirection(path, target) ??
    whyInsides(path, target, each)
  )
}

function whyPackage(part: string, { specifier }: Import): string | undefined {
  const allowed = purePackages.get(part)
  if (allowed === undefined) return undefined
  const known = allowed.some((name) => specifier === name || specifier.startsWith(`${name}/`))
  return known ? undefined : `${part} is pure; of packages it may use ${allowed.join(' and ')}`
}

function whyClient(top: 'sdk' | 'console', target: string): string | undefined {
  const allowed = top === 'console' ? ['console', 'sdk'] : ['sdk']
  const [targetTop = ''] = target.split('/')
  return allowed.includes(targetTop) ? undefined : `${top} sees only ${allowed.join(' and ')}`
}

/** A part is a folder of src/, or a file directly in it. */
function partOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function whyDirection(from: string, to: string): string | undefined {
  if (from === 'config.ts' && to === 'setting-values.ts') return undefined
  if (startFiles.has(from)) return `${from} imports nothing of ours`
  if (startFiles.has(to)) {
    return starters.includes(from) ? undefined : `only ${starters.join(' and ')} import ${to}`
  }
  return whyOrder({ root: 'src', parts: order }, from, to)
}

function whyPolicyDirection(path: string, target: string): string | undefined {
  const root = 'src/policy'
  if (!path.startsWith(`${root}/`) || !target.startsWith(`${root}/`)) return undefined
  const folderOf = (file: string) => dirname(file).slice(root.length + 1)
  return whyOrder({ root, parts: policyOrder }, folderOf(path), folderOf(target))
}

type Order = { root: string; parts: readonly string[] }

function whyOrder({ root, parts }: Order, from: string, to: string): string | undefined {
  for (const part of [from, to]) {
    if (!parts.includes(part))
      return `${root}/${part} has no place in the order of tools/imports/direction.ts`
  }
  return parts.indexOf(to) <= parts.indexOf(from) ? undefined : `${to} stands below ${from}`
}

function whyInsides(path: string, target: string, { names, typeOnly }: Import): string | undefined {
  if (typeOnly || dirname(path) === dirname(target) || !queries.test(target)) return undefined
  const written = names.filter((name) => writes.test(name))
  if (written.length === 0) return undefined
  return `${written.join(', ')} writes without audit; call an operation of ${dirname(target)}`
}
