/** What a span says beside its name. Never a value of a person, or a path. */
export type SpanFacts = Readonly<Record<string, string | number>>

/** Follows what this process does, and says it to whoever collects traces. */
export type Tracer = {
  /** A span around the work, within the one that is current. It fails if the work does. */
  run<T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T>
  /** A span of what has just ended, within the one that is current; none where none is. */
  note(name: string, facts: SpanFacts, milliseconds: number): void
  /**
   * A span of a request. What `work` begins is within it. `parent` is the header traceparent as it was sent. @returns what ends
   * the span, with the status of the answer
   */
  request(parent: string | undefined, method: string, work: () => void): (status: number) => void
  /** Names the current span, by the operation of a request. */
  name(operation: string, facts?: SpanFacts): void
  /** Of the current span: the header of requests that are within it, and the fields of log lines. */
  header(): Record<string, string>
  logFields(): Record<string, string>
}

/** One for the process, as its log; set before anything else begins, if traces are asked for. */
let tracer: Tracer | undefined

export function traceWith(given: Tracer | undefined): void {
  tracer = given
}

/** Undefined if nothing is traced, which is then all that tracing costs. */
export function currentTracer(): Tracer | undefined {
  return tracer
}

/** Does the work, in a span if there are any. */
export function traced<T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  return tracer === undefined ? work() : tracer.run(name, facts, work)
}
