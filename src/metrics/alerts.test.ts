import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { parse } from 'yaml'
import { isRecord } from '../contract/json.ts'
import { databaseMetrics, durationMetric, processMetrics } from './catalogue.ts'

const folder = fileURLToPath(new URL('../../deploy/prometheus', import.meta.url))

/** What promtool says of the rules. It is missing on some machines, but not in CI. */
function promtool(...args: string[]): {
  skip: string | false
  output: string
  status: number | null
} {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, {
    cwd: folder,
    encoding: 'utf8',
  })
  const isMissing = error !== undefined && process.env['CI'] !== 'true'
  return { skip: isMissing && 'promtool is not installed', output: `${stdout}${stderr}`, status }
}

const { skip } = promtool('--version')

test('Prometheus takes the alerts', { skip }, () => {
  const { status, output } = promtool('check', 'rules', '--lint-fatal', 'alerts.yaml')
  assert.equal(status, 0, output)
})

test('each alert fires beyond its threshold, and not at it', { skip }, () => {
  const { status, output } = promtool('test', 'rules', 'alerts.test.yaml')
  assert.equal(status, 0, output)
})

const text = async (path: string) =>
  readFile(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')

/** The metrics of Muster that a text names. */
const namesIn = (written: string) => [...new Set(written.match(/\bmuster_[a-z0-9_]+/g))]

test('the dashboard and the alerts name metrics that the server has, and the dashboard shows all of them', async () => {
  const parts = ['_bucket', '_sum', '_count'].map((part) => durationMetric.name + part)
  const known = [...[...processMetrics, ...databaseMetrics].map(({ name }) => name), ...parts]
  const shown = namesIn(await text('grafana/muster.json'))
  for (const name of [...shown, ...namesIn(await text('prometheus/alerts.yaml'))])
    assert.ok(known.includes(name), `${name} is no metric`)
  assert.deepEqual(
    known.filter((name) => !shown.includes(name)),
    [],
  )
})

test('each alert says what to do, and has a case that fires', async () => {
  const { groups } = parse(await text('prometheus/alerts.yaml'))
  const cases = parse(await text('prometheus/alerts.test.yaml'))
  const firing = new Set(
    cases.tests
      .flatMap((each: { alert_rule_test: unknown[] }) => each.alert_rule_test)
      .flatMap((each: unknown) =>
        isRecord(each) && Array.isArray(each['exp_alerts']) ? [each['alertname']] : [],
      ),
  )
  for (const { alert, annotations } of groups[0].rules) {
    assert.ok(annotations.action, alert)
    assert.ok(firing.has(alert), `${alert} has no case that fires`)
  }
})
