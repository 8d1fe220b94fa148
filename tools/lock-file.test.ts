import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

type Locked = { resolved?: string; link?: boolean; engines?: { node?: string } }

const file: { packages: Record<string, Locked> } = JSON.parse(
  await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'),
)
const packages = Object.entries(file.packages)

/** Whether one alternative of a range such as `^20.19.0 || >=22` takes some Node 20. */
function takesNode20(range: string): boolean {
  return range.split('||').some((alternative) => {
    const [, sign, major] = /^\s*(>=|\^|~)?\s*(\d+)/.exec(alternative) ?? []
    if (major === undefined) return alternative.trim() === '*'
    return sign === '>=' ? Number(major) <= 20 : Number(major) === 20
  })
}

test('every package that npm ci installs accepts Node 20', () => {
  const refusing = packages.filter(([, { engines }]) => !takesNode20(engines?.node ?? '*'))
  assert.deepEqual(
    refusing.map(([name, { engines }]) => `${name}: ${engines?.node}`),
    [],
  )
})

test('the lock file names no registry, so that npm ci uses the one that is configured', () => {
  // Packages of this repository are links, resolved to their folders.
  assert.deepEqual(
    packages.filter(([, { resolved, link }]) => resolved !== undefined && link !== true),
    [],
  )
})
