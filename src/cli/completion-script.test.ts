import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { completionScript } from './completion-script.ts'
import { topics } from './help-topics.ts'
import { buildProgram } from './muster.ts'

const run = promisify(execFile)
const script = completionScript(buildProgram(), 'bash')

/** What bash offers after these words, the last of which is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const line = `COMP_WORDS=(muster ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _muster; printf '%s\n' "\${COMPREPLY[@]}"`
  const { stdout } = await run('bash', ['--norc', '-c', `${script}\n${line}`])
  return stdout.trim().split('\n')
}

test('bash completes commands, options and choices, wherever options stand', async () => {
  assert.deepEqual(await offered('who'), ['who', 'who-has', 'whoami'])
  assert.deepEqual(await offered('user', 'wh'), ['why'])
  assert.deepEqual(await offered('user', 'why', 'ada@acme.example', '--ty'), ['--type'])
  assert.deepEqual(await offered('user', 'list', '--state', 'exp'), ['expiring', 'expired'])
  assert.deepEqual(await offered('service', 'admin', 'set', 'x', 'y', 'au'), ['audit'])
  assert.ok((await offered('policy', '')).includes('plan'))
})

test('every shell gets every command', () => {
  for (const shell of ['zsh', 'fish'] as const) {
    const text = completionScript(buildProgram(), shell)
    for (const word of ['user why', 'incident approve', 'help', 'doctor'])
      assert.match(text, new RegExp(word))
  }
})

test('a topic fits a screen of 130 columns', () => {
  for (const { text } of Object.values(topics))
    for (const line of text.split('\n')) assert.ok(line.length <= 130, line)
})
