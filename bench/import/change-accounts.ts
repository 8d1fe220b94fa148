import { readFile, writeFile } from 'node:fs/promises'

/** Every so many accounts of an export of okta's have another title and another department. */
export async function changeAccounts(path: string, every: number): Promise<void> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const departments = lines.map((line) => /"department":"[^"]*"/.exec(line)?.[0] ?? '')
  const changed = lines.map((line, index) =>
    index % every === 0
      ? line
          .replace(/"title":"[^"]*"/, `"title":"Analyst ${every}"`)
          .replace(/"department":"[^"]*"/, departments[(index + 17) % lines.length] ?? '')
      : line,
  )
  await writeFile(path, `${changed.join('\n')}\n`)
}
