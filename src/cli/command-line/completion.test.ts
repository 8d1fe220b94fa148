import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { topics } from './help-topics.ts'

const started = promisify(execFile)
const directory = await mkdtemp(join(tmpdir(), 'muster-completion-'))
after(() => rm(directory, { recursive: true }))

const program = fileURLToPath(new URL('../muster.ts', import.meta.url))
const node = process.execPath
const scriptOf = async (shell: string) =>
  (await started(node, [program, 'completion', shell])).stdout

/** What a shell prints of a script. */
async function run(shell: string, option: string, text: string): Promise<string> {
  const file = join(directory, shell)
  await writeFile(file, text)
  return (await started(shell, [option, file])).stdout
}

const script = `muster() { '${node}' '${program}' "$@"; }\n${await scriptOf('bash')}`

/** What bash offers after these words, the last of which is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const line = `COMP_WORDS=(muster ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _muster; printf '%s\n' "\${COMPREPLY[@]}"`
  const stdout = await run('bash', '--norc', `${script}\n${line}`)
  return stdout.trim().split('\n')
}

test('bash completes commands, options and choices, wherever options stand', async () => {
  assert.deepEqual(await offered('who'), ['who', 'who-has', 'whoami'])
  assert.deepEqual(await offered('user', 'wh'), ['why', 'what-if'])
  assert.deepEqual(await offered('user', 'why', 'ada@acme.example', '--ty'), ['--type'])
  assert.deepEqual(await offered('user', 'list', '--state', 'exp'), ['expiring', 'expired'])
  assert.deepEqual(await offered('service', 'admin', 'set', 'x', 'y', 'au'), ['audit'])
  assert.ok((await offered('policy', '')).includes('plan'))
})

/** Why the test of a shell is skipped: it is not installed. In CI it must run. */
function without(shell: string): string | false {
  if (process.env['CI'] === 'true' || spawnSync(shell, ['--version']).error === undefined)
    return false
  const why = `NO ${shell.toUpperCase()}: install it. Its completion was not tried.`
  console.error(`\n${why}\n`)
  return why
}

const asked: readonly (readonly [words: string[], offered: string[]])[] = [
  [['who'], ['who', 'who-has', 'whoami']],
  [
    ['user', 'wh'],
    ['what-if', 'why'],
  ],
  [['user', 'why', 'ada@acme.example', '--ty'], ['--type']],
  [
    ['user', 'list', '--state', 'exp'],
    ['expired', 'expiring'],
  ],
  [['service', 'admin', 'set', 'x', 'y', 'au'], ['audit']],
]

test('zsh offers the same', { skip: without('zsh') }, async () => {
  const own = `muster() { '${node}' '${program}' "$@" }\n${await scriptOf('zsh')}`
  // These belong to the editor of the line, which a script does not have.
  const editor = `compdef() { : }; _files() { : }
compadd() { while [[ $1 != -- ]] shift; shift; print -rl -- "$@"; (( $# )) }`
  for (const [words, offered] of asked) {
    const line = `words=(muster ${words.join(' ')}); CURRENT=${words.length + 1}; _muster`
    const stdout = await run('zsh', '-f', `${editor}\n${own}\n${line}`)
    const found = stdout.split('\n').filter((each) => each.startsWith(words.at(-1) ?? ''))
    assert.deepEqual(found.toSorted(), offered)
  }
})

test('fish offers the same, each with what it does', { skip: without('fish') }, async () => {
  const own = `function muster; '${node}' '${program}' $argv; end\n${await scriptOf('fish')}`
  for (const [words, offered] of asked) {
    const line = `complete -C ${JSON.stringify(`muster ${words.join(' ')}`)}`
    const stdout = await run('fish', '--no-config', `${own}\n${line}\n`)
    const found = stdout.trim().split('\n')
    assert.deepEqual(found.map((each) => each.replace(/\t.*/, '')).toSorted(), offered)
    if (words.at(-1) === 'wh') assert.match(stdout, /^why\twhy a person has access to a resource/m)
  }
})

test('a topic fits a screen of 130 columns', () => {
  for (const { text } of Object.values(topics))
    for (const line of text.split('\n')) assert.ok(line.length <= 130, line)
})
