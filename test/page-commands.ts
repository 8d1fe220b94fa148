import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A block of commands of a page, and what the page shows as its output. */
type PageStep = { commands: string; output: string | undefined }

/** The `sh` blocks of a page, in order. A `text` block right after one shows its output; blocks in other languages are not run. */
function stepsOf(page: string): PageStep[] {
  const blocks = page.matchAll(/^```sh\n([\s\S]*?)^```$(?:\n\n```text\n([\s\S]*?)^```$)?/gm)
  return [...blocks].map(([, commands = '', output]) => ({ commands, output }))
}

/**
 * Pastes all commands of a page into one shell, which stops at the first that fails, and compares what they print with
 * the page. A command ends with another code than 0 where the page says `# exit code 3`.
 */
export async function pastePage(
  path: string,
  { directory, settings }: { directory: string; settings: string },
): Promise<void> {
  const steps = stepsOf(await readFile(new URL(`../docs/${path}`, import.meta.url), 'utf8'))
  assert.ok(steps.length > 0, `${path} has no commands`)
  const script = ['exec 2>&1', settings, 'set -eu', ...steps.map(({ commands }) => paste(commands))]
  const printed = await run('sh', ['-c', script.join('\n')], { cwd: directory }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
  const outputs = printed.split('\0').slice(1)
  const ends = outputs.filter((output) => output.endsWith(ended)).length
  const failed = steps[ends]
  assert.equal(
    failed,
    undefined,
    `${path}: ${failed?.commands ?? ''} failed:\n${outputs.at(-1) ?? printed}`,
  )
  for (const [at, { commands, output }] of steps.entries())
    if (output !== undefined) assertShown(outputs[at] ?? '', output, `${path}: ${commands}`)
}

const ended = '\u0001'

function paste(commands: string): string {
  const expecting = commands.replaceAll(/ +# exit code (\d+)$/gm, ' || test $? -eq $1')
  return `printf '\\000'\n${expecting}\nprintf '\\001'`
}

/** Fails unless every line of the page is in the output, in this order. `…` stands for left out lines, or the rest of a line. */
function assertShown(actual: string, shown: string, what: string): void {
  const lines = comparable(actual)
  let at = 0
  for (const line of comparable(shown)) {
    if (line === '…' || line === '') continue
    const [start = ''] = line.split('…')
    const found = lines.findIndex(
      (each, place) => place >= at && (line.endsWith('…') ? each.startsWith(start) : each === line),
    )
    assert.notEqual(found, -1, `${what}does not print “${line}”, but:\n${actual}`)
    at = found + 1
  }
}

/** Lines without what differs from run to run: ids, times, digests, and the width of columns. */
function comparable(text: string): string[] {
  return text
    .replaceAll(/\b[a-z]{5}_[0-9a-z]{26}\b/g, '<id>')
    .replaceAll(/\b20\d\d-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?Z)?)?/g, '<time>')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<digest>')
    .replaceAll(/\bmst_\w+/g, '<token>')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
}
