import { globSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globalSetup, globalTeardown } from '../test/global-setup.ts'
import { runTestFiles, type TestPart } from './run-test-files.ts'

// npm test [-- path…]: every test file, or those at or below the paths.

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files that start servers, PostgreSQL or commands as processes of their own, as users do. They run after the others. */
const journeys = new Set([
  'src/cli/api/noun-commands.test.ts',
  'src/cli/api/run-api.test.ts',
  'src/cli/muster.test.ts',
  'src/cli/sources/run-import.test.ts',
  'src/cli/local/server-commands.test.ts',
  'src/cli/policy/versions.test.ts',
  'src/cli/policy/run-translate.test.ts',
  'src/cli/access/access.test.ts',
  'src/cli/api/run-noun.test.ts',
  'src/cli/connection/stored-servers.test.ts',
  'src/cli/sources/integration.test.ts',
  'test/policy-as-code.test.ts',
  'src/database/embedded/embedded-postgres.test.ts',
  'src/database/sockets.test.ts',
  'test/campaign/freeze.test.ts',
  'test/campaign/crash.test.ts',
  'test/campaign/failover.test.ts',
  'test/demo.test.ts',
  'test/shutdown.test.ts',
  'test/import-plan.test.ts',
  'test/campaign/load.test.ts',
  'test/campaign/bodies.test.ts',
  'test/campaign/soak.test.ts',
  'test/campaign/webhooks.test.ts',
  'test/listening.test.ts',
  'test/traces.test.ts',
  'test/standby.test.ts',
  'test/replica.test.ts',
  'src/http/limits/room-for-bodies.test.ts',
  'test/sdk-package.test.ts',
  'test/console/first-load.test.ts',
  'src/connectors/sync/sync.test.ts',
  'src/cli/sources/connect-directory.test.ts',
  'src/cli/sources/connect-vendor.test.ts',
  'test/sources.test.ts',
  'src/connectors/ldap/openldap.test.ts',
  'src/policy-as-code/translate/ldap-filters.test.ts',
  'src/connectors/ldap/389ds.test.ts',
  'src/connectors/ldap/ldap-import.test.ts',
  'src/connectors/ldap/active-directory.test.ts',
])

/** Journeys through the console are found by their name. */
const isJourney = (file: string) => journeys.has(file) || file.endsWith('.journey.test.ts')

/** It measures the memory of its process. */
const alone = new Set(['src/connectors/file/streaming.test.ts'])

/** The files that take longest, by measured time; they start first, so that none of them runs alone at the end. */
const longest: readonly string[] = [
  'test/fuzz.test.ts',
  'test/campaign/year.test.ts',
  'test/ready-bodies.property.test.ts',
  'test/history.property.test.ts',
  'src/connectors/import/plan-import.property.test.ts',
  'src/connectors/import/changed-meanwhile.property.test.ts',
  'src/engine/columns/oracle.property.test.ts',
  'test/hostile-input.test.ts',
  'src/policy/plans/plan-job.test.ts',
  'src/incidents/approve-incident.test.ts',
  'src/policy/plans/plan-exactness.property.test.ts',
  'src/incidents/incidents.test.ts',
  'test/beyond-limits.test.ts',
  'src/database/migrate.test.ts',
  'src/connectors/import/states.test.ts',
  'src/connectors/import/members.test.ts',
  'src/connectors/import/side-by-side.test.ts',
  'test/rate-limit.test.ts',
  'test/audit-atomicity.test.ts',
  'src/database/commit-outcome.test.ts',
  'test/refusals.test.ts',
  'test/demo.test.ts',
  'test/console/pages.journey.test.ts',
  'test/policy-as-code.test.ts',
  'test/console/settings.journey.test.ts',
  'src/cli/sources/run-import.test.ts',
  'test/console/policy.journey.test.ts',
]

function testFiles(paths: readonly string[]): string[] {
  const below = paths.map((path) => relative(root, resolve(path)))
  return globSync('{src,demo,test,tools}/**/*.test.ts', { cwd: root })
    .toSorted()
    .filter(
      (file) =>
        below.length === 0 ||
        below.some((path) => path === '' || file === path || file.startsWith(path + sep)),
    )
}

/** Aborts when the run is interrupted. The tests end first, then PostgreSQL. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort())
  }
  return controller.signal
}

const paths = process.argv.slice(2)
const files = testFiles(paths)
if (files.length === 0) {
  console.error(`There is no test file at or below ${paths.join(' or ')}.`)
  process.exit(1)
}
const inOrder = [
  ...longest.filter((file) => files.includes(file)),
  ...files.filter((file) => !longest.includes(file)),
]
const parts: TestPart[] = [
  { name: 'The suite', files: inOrder.filter((file) => !isJourney(file) && !alone.has(file)) },
  { name: 'Journeys', files: inOrder.filter(isJourney) },
  ...[...alone]
    .filter((file) => files.includes(file))
    .map((file) => ({ name: file, files: [file] })),
]
const signal = interruption()
await globalSetup()
try {
  process.exitCode = (await runTestFiles(parts, signal)) ? 0 : 1
} finally {
  await globalTeardown()
}
