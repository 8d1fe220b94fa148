import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { durationBounds, type RequestCounts } from '../http/route/request-counts.ts'
import { databaseMetrics, durationMetric, processMetrics } from './catalogue.ts'
import type { Metric, Origins, Sample } from './metric.ts'

/** Everything that /metrics shows: what the catalogue lists, and what prom-client knows of a process of Node. */
export function createRegistry(origins: Origins): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const metric of [...processMetrics, ...databaseMetrics]) add(registry, origins, metric)
  registry.registerMetric(new Durations(registry, origins.requests))
  return registry
}

/** Its values are those at the time of the scrape. */
function add(registry: Registry, origins: Origins, metric: Metric): void {
  const { name, help, labels = [] } = metric
  const samples = async () => {
    const reading = await metric.read(origins)
    return typeof reading === 'object' ? reading : reading === undefined ? [] : [{ value: reading }]
  }
  const common = { name, help, labelNames: labels, registers: [] }
  const isCounter = name.endsWith('_total')
  registry.registerMetric(isCounter ? counterOf(common, samples) : gaugeOf(common, samples))
}

type Common = { name: string; help: string; labelNames: readonly string[]; registers: never[] }
type Samples = () => Promise<readonly Sample[]>

function counterOf(common: Common, samples: Samples): Counter {
  return new Counter({
    ...common,
    async collect() {
      const found = await samples()
      this.reset()
      for (const { value, labels = {} } of found) this.inc(labels, value)
    },
  })
}

function gaugeOf(common: Common, samples: Samples): Gauge {
  return new Gauge({
    ...common,
    async collect() {
      const found = await samples()
      this.reset()
      // A gauge without labels that was reset is 0, and what is not known is left out.
      if (found.length === 0 && common.labelNames.length === 0) this.remove()
      for (const { value, labels = {} } of found) this.set(labels, value)
    },
  })
}

type NamedSample = { labels: object; value: number; metricName: string }

/** Shows what {@link RequestCounts} has counted, in the form of a histogram. */
class Durations extends Histogram<'operation'> {
  readonly #requests: RequestCounts

  constructor(registry: Registry, requests: RequestCounts) {
    const { name, help, labels } = durationMetric
    super({ name, help, labelNames: labels, buckets: [...durationBounds], registers: [] })
    this.#requests = requests
  }

  /** As the registry asks for the text of a metric. */
  async getForPromString() {
    const { name, help } = durationMetric
    const values = [...this.#requests.operations].flatMap(([operation, counts]) => {
      const labels = { operation }
      const samples: NamedSample[] = []
      let count = 0
      for (const [at, many] of counts.buckets.entries()) {
        count += many
        const le = durationBounds[at] ?? '+Inf'
        samples.push({ labels: { le, operation }, value: count, metricName: `${name}_bucket` })
      }
      samples.push({ labels, value: counts.milliseconds / 1000, metricName: `${name}_sum` })
      samples.push({ labels, value: count, metricName: `${name}_count` })
      return samples
    })
    return { name, help, type: 'histogram', values }
  }
}
