import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import type { Command } from 'commander'
import { buildProgram } from '../muster.ts'
import { auditLog } from './audit-noun.ts'
import * as directory from './directory-nouns.ts'
import { operationAt } from './operations.ts'
import * as policy from './policy-nouns.ts'
import * as workspace from './workspace-nouns.ts'

function commandsOf(command: Command, path = ''): [path: string, command: Command][] {
  const own = `${path} ${command.name()}`.trim()
  return [[own, command], ...command.commands.flatMap((each) => commandsOf(each, own))]
}

const commands = new Map(commandsOf(buildProgram()))
const isThere = (name: string) => commands.has(`muster ${name}`)

test('a noun has the commands for which the API has operations', () => {
  const wanted = [
    ['user', 'list show create update delete activate expire suspend deactivate restore erase'],
    ['identity', 'list show link unlink same-person new-person'],
    ['dimension', 'list show create update activate deactivate'],
    ['attribute', 'list show create update activate deactivate'],
    ['ruleset', 'list show create update'],
    ['ruleset admin', 'list show add update remove'],
    ['rule', 'list show create update delete activate deprecate deactivate duplicate'],
    ['rule condition', 'list show create delete'],
    ['exception', 'list show create'],
    ['settings', 'show update'],
    ['role', 'list show create update delete'],
    ['workspace-user', 'list show create update deactivate restore'],
    [
      'service',
      'list show create update delete activate confirm deprecate deactivate sponsors shrink',
    ],
    ['service admin', 'list show add update expire remove'],
    ['token', 'list show create revoke'],
    ['integration', 'list show create update delete make-primary runs connect sync'],
    ['integration secret', 'list show create revoke'],
    ['plan', 'list show approve apply'],
    ['incident', 'list show approve reject'],
    ['webhook', 'list show create update delete pause resume rotate test replay'],
    ['webhook attempt', 'list show retry'],
    ['notice', 'list show'],
    ['notice setting', 'list show update test'],
    ['audit', 'list show export'],
  ] as const
  for (const [noun, verbs] of wanted)
    assert.deepEqual(
      verbs.split(' ').filter((verb) => !isThere(`${noun} ${verb}`)),
      [],
      noun,
    )
})

test('former names of commands are understood, and not listed', () => {
  for (const [path, alias] of [
    ['muster integration update', 'set'],
    ['muster service admin update', 'set'],
    ['muster token revoke', 'delete'],
    ['muster user list', 'ls'],
    ['muster user show', 'get'],
  ] as const)
    assert.ok(commands.get(path)?.aliases().includes(alias), path)
  let help = ''
  const integration = commands.get('muster integration')
  integration?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  assert.doesNotMatch(help, /\|set|\|ls/)
})

/** The paths that a declaration names: `name: a|b` and `{a|b}: {c}`. A part with a blank is a text. */
function pathsIn(text: string): string[] {
  const parts = text.includes('{')
    ? [...text.matchAll(/\{([^}]+)\}/g)].map(([, part = '']) => part)
    : [text.replace(/^.*: /, '')]
  return parts.flatMap((part) => part.split('|')).filter((path) => !path.includes(' '))
}

test('the columns and names of nouns are fields that the API has', () => {
  const declared = [directory, policy, workspace, { auditLog }].flatMap((each) =>
    Object.values(each),
  )
  assert.ok(declared.length > 15)
  for (const noun of declared) {
    const columns = operationAt('get', noun.list ?? '')?.columns ?? []
    const isField = (path: string) =>
      columns.some((column) => `${column}.`.startsWith(`${path.replace(/\.length$/, '')}.`))
    const { fields, title = '{name}' } = declarationOf(noun)
    const paths = [...fields, ...(noun.naming?.names ?? []), title].flatMap(pathsIn)
    assert.ok(noun.list === undefined || fields.length > 1, noun.name)
    const wrong = noun.list === undefined ? [] : paths.filter((path) => !isField(path))
    assert.deepEqual(wrong, [], noun.name)
  }
})

/** A noun keeps what it was declared with. */
function declarationOf(noun: object): { fields: string[]; title?: string } {
  const { fields, title }: { fields?: string | unknown[]; title?: unknown } = noun
  return {
    fields: [fields ?? []]
      .flat()
      .flatMap((each) => (typeof each === 'string' ? each.split(', ') : [])),
    ...(typeof title === 'string' && { title }),
  }
}

const counting = `
  import { registerHooks } from 'node:module'
  const files = []
  registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) })
  process.on('exit', () => {
    const packages = files.filter((url) => url.includes('/node_modules/')).length
    process.stderr.write(files.filter((url) => url.includes('/src/')).length + ' ' + packages)
  })`

test('a command starts with few files, and loads what it needs when it runs', () => {
  const program = fileURLToPath(new URL('../muster.ts', import.meta.url))
  const hook = `data:text/javascript,${encodeURIComponent(counting)}`
  for (const args of [['--version'], ['user', 'list', '--help']]) {
    const { stderr } = spawnSync(process.execPath, ['--import', hook, program, ...args])
    const [own = 0, ofPackages = 0] = String(stderr).split(' ').map(Number)
    const said = `${args.join(' ')}: ${String(stderr)}`
    assert.ok(own > 20 && own <= 65 && ofPackages > 10 && ofPackages <= 40, said)
  }
})
