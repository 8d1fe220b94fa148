import type { CommitWatcher, Effects } from '../database/database.ts'
import { Ready } from './ready.ts'

/** A body as it is sent, and the versions that it was built under. */
export class ReadyBody extends Ready {
  readonly version: number
  readonly epoch: number

  constructor(bytes: Buffer, etag: string, versions: { version: number; epoch: number }) {
    super(bytes, etag)
    this.version = versions.version
    this.epoch = versions.epoch
  }
}

/**
 * Answers that are ready to send, by subject (a uuid) and representation, bounded by bytes; the least recently used
 * goes first. A commit of this process takes the bodies it touches out before it happens and keeps others from being
 * put in until it is over, so that memory never holds what the database no longer says.
 */
export class ReadyBodies implements CommitWatcher {
  readonly #maximumBytes: number
  readonly #bySubject = new Map<string, Map<string, ReadyBody>>()
  readonly #heldSubjects = new Map<string, number>()
  #heldAll = 0
  #bytes = 0
  #generation = 0

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes
  }

  get(subject: string, representation: string): ReadyBody | undefined {
    const bodies = this.#bySubject.get(subject)
    const body = bodies?.get(representation)
    if (bodies === undefined || body === undefined) return undefined
    // Re-inserting keeps the map in order of use.
    this.#bySubject.delete(subject)
    this.#bySubject.set(subject, bodies)
    return body
  }

  /** Taken before a body is read from the database; {@link put} refuses what was built across a change. */
  get generation(): number {
    return this.#generation
  }

  put(subject: string, representation: string, body: ReadyBody, generation: number): void {
    if (generation !== this.#generation || this.#heldAll > 0 || this.#heldSubjects.has(subject))
      return
    const bodies = this.#bySubject.get(subject) ?? new Map<string, ReadyBody>()
    this.#bytes += body.bytes.length - (bodies.get(representation)?.bytes.length ?? 0)
    bodies.set(representation, body)
    this.#bySubject.delete(subject)
    this.#bySubject.set(subject, bodies)
    this.#evict()
  }

  #evict(): void {
    for (const subject of this.#bySubject.keys()) {
      if (this.#bytes <= this.#maximumBytes) return
      this.#drop(subject)
    }
  }

  #drop(subject: string): void {
    for (const body of this.#bySubject.get(subject)?.values() ?? [])
      this.#bytes -= body.bytes.length
    this.#bySubject.delete(subject)
  }

  clear(): void {
    this.#generation++
    this.#bySubject.clear()
    this.#bytes = 0
  }

  hold({ touched }: Effects): void {
    if (touched === 'all') {
      this.#heldAll++
      this.clear()
      return
    }
    if (touched.length > 0) this.#generation++
    for (const subject of touched) {
      this.#heldSubjects.set(subject, (this.#heldSubjects.get(subject) ?? 0) + 1)
      this.#drop(subject)
    }
  }

  release({ touched }: Effects): void {
    if (touched === 'all') {
      this.#heldAll--
      return
    }
    for (const subject of touched) {
      const holders = (this.#heldSubjects.get(subject) ?? 1) - 1
      if (holders === 0) this.#heldSubjects.delete(subject)
      else this.#heldSubjects.set(subject, holders)
    }
  }
}
