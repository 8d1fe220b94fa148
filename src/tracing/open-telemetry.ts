import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  isSpanContextValid,
  trace,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  SamplingDecision,
  type Sampler,
} from '@opentelemetry/sdk-trace-base'
import type { Tracer } from './trace.ts'

export type TracingOptions = {
  /** Where spans are sent, by OTLP over HTTP, as JSON. */
  endpoint: string
  serviceName: string
  version: string
  /** The share of the traces that are kept: 0 to 1. */
  ratio: number
}

/** A process that ends does not wait longer for a collector that does not answer. */
const closeMilliseconds = 1000

/** Traces by OpenTelemetry. Only this file imports its packages, and it is loaded only where traces are asked for. */
export function openTelemetry(options: TracingOptions): Tracer & { close(): Promise<void> } {
  const { endpoint: url, serviceName, version, ratio } = options
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: shareOf(ratio),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  return {
    ...tracerOf(provider.getTracer('muster', version)),
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        sleep(closeMilliseconds, undefined, { ref: false }),
      ]),
  }
}

/**
 * Spans within one of this process are kept with it. All others, also those that a client gives a parent, are chosen by chance:
 * neither the flag nor the id of a trace that a client sends decides what is kept.
 */
function shareOf(ratio: number): Sampler {
  const isKept = (parent: SpanContext | undefined) =>
    parent === undefined || parent.isRemote === true
      ? Math.random() < ratio
      : (parent.traceFlags & TraceFlags.SAMPLED) !== 0
  const { RECORD_AND_SAMPLED, NOT_RECORD } = SamplingDecision
  return {
    shouldSample: (context) => ({
      decision: isKept(trace.getSpanContext(context)) ? RECORD_AND_SAMPLED : NOT_RECORD,
    }),
    toString: () => `share ${ratio}`,
  }
}

function tracerOf(spans: ReturnType<BasicTracerProvider['getTracer']>): Tracer {
  const current = new AsyncLocalStorage<Span>()
  const within = (): Context => {
    const parent = current.getStore()
    return parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent)
  }
  const contextOf = () => current.getStore()?.spanContext() ?? INVALID_SPAN_CONTEXT
  return {
    run: async (name, attributes, work) => {
      const span = spans.startSpan(name, { attributes }, within())
      try {
        return await current.run(span, work)
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    note: (name, attributes, milliseconds) => {
      // Loops ask the database each second whether there is anything to do.
      if (current.getStore() === undefined) return
      const now = Date.now()
      const kind = SpanKind.CLIENT
      spans.startSpan(name, { attributes, kind, startTime: now - milliseconds }, within()).end(now)
    },
    request: (parent, method, work) => {
      const remote = remoteOf(parent)
      const context =
        remote === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote)
      const attributes = { 'http.request.method': method }
      const span = spans.startSpan(method, { attributes, kind: SpanKind.SERVER }, context)
      current.run(span, work)
      return (status) => {
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    name: (operation, facts = {}) =>
      void current.getStore()?.updateName(operation).setAttributes(facts),
    header: () => {
      const context = contextOf()
      if (!isSpanContextValid(context)) return {}
      const { traceId, spanId, traceFlags } = context
      return { traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` }
    },
    logFields: () => {
      const { traceId, spanId } = contextOf()
      return current.getStore() === undefined ? {} : { trace_id: traceId, span_id: spanId }
    },
  }
}

/** Not its message: that may quote values. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  if (error instanceof Error) span.setAttribute('error.type', error.name)
}

/** The span that a client says its request is within, if the header is one of W3C Trace Context. */
function remoteOf(header = ''): SpanContext | undefined {
  const [, traceId = '', spanId = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header) ?? []
  const context = { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true }
  return isSpanContextValid(context) ? context : undefined
}
