import type { CommitWatcher, Effects } from '../../database/database.ts'
import { encodeId } from '../../contract/ids.ts'
import { Ready } from './ready.ts'

/** A body as it is sent, and the versions that it was built under. */
export class ReadyBody extends Ready {
  readonly version: number
  readonly epoch: number
  /** Asked for since eviction last passed it by. */
  isUsed = false
  /** With its compressed forms. */
  bytes: number
  /** Counts the bytes of forms that are made while it is kept. */
  whenGrown: ((bytes: number) => void) | undefined

  constructor(text: string, etag: string, versions: { version: number; epoch: number }) {
    super(text, etag)
    this.version = versions.version
    this.epoch = versions.epoch
    this.bytes = this.wire.length
  }

  protected override grow(bytes: number): void {
    this.bytes += bytes
    this.whenGrown?.(bytes)
  }
}

/**
 * Answers that are ready to send, by the id of their directory user as clients write it, and by representation,
 * bounded by bytes. When there is no room, the oldest that were not requested since the last scan are evicted
 * (second chance): a hit only sets a flag, while an exact order of use would rewrite the map each time. A commit of
 * this process evicts the bodies it touches before it happens and keeps new ones out until it is over, so that
 * memory never holds outdated answers.
 */
export class ReadyBodies implements CommitWatcher {
  readonly #maximumBytes: number
  readonly #bySubject = new Map<string, Map<string, ReadyBody>>()
  readonly #heldSubjects = new Map<string, number>()
  #heldAll = 0
  #bytes = 0
  #take = this.#counter()
  #generation = 0

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(subject: string, representation: string): ReadyBody | undefined {
    const body = this.#bySubject.get(subject)?.get(representation)
    if (body !== undefined) body.isUsed = true
    return body
  }

  /** Read before a body is read from the database; {@link put} refuses a body built across a change. */
  get generation(): number {
    return this.#generation
  }

  put(subject: string, representation: string, body: ReadyBody, generation: number): void {
    if (generation !== this.#generation || this.#heldAll > 0 || this.#heldSubjects.has(subject))
      return
    const bodies = this.#bySubject.get(subject) ?? new Map<string, ReadyBody>()
    this.#giveBack(bodies.get(representation))
    bodies.set(representation, body)
    this.#bySubject.delete(subject)
    this.#bySubject.set(subject, bodies)
    body.whenGrown = this.#take
    this.#take(body.bytes)
  }

  /** A new one for each time that all is cleared: bodies from before are not counted. */
  #counter() {
    const take = (bytes: number) => {
      if (take !== this.#take) return
      this.#bytes += bytes
      this.#evict()
    }
    return take
  }

  #evict(): void {
    // A subject that is put back comes again at the end of this walk, its flags by then lowered, so that it ends.
    for (const [subject, bodies] of this.#bySubject) {
      if (this.#bytes <= this.#maximumBytes) return
      if (lowerFlags(bodies)) {
        this.#bySubject.delete(subject)
        this.#bySubject.set(subject, bodies)
      } else this.#drop(subject)
    }
  }

  #drop(subject: string): void {
    for (const body of this.#bySubject.get(subject)?.values() ?? []) this.#giveBack(body)
    this.#bySubject.delete(subject)
  }

  #giveBack(body: ReadyBody | undefined): void {
    if (body === undefined) return
    this.#bytes -= body.bytes
    body.whenGrown = undefined
  }

  clear(): void {
    this.#generation++
    this.#bySubject.clear()
    this.#bytes = 0
    this.#take = this.#counter()
  }

  hold({ touched }: Effects): void {
    if (touched === 'all') {
      this.#heldAll++
      this.clear()
      return
    }
    if (touched.length > 0) this.#generation++
    for (const subject of touched.map(idOf)) {
      this.#heldSubjects.set(subject, (this.#heldSubjects.get(subject) ?? 0) + 1)
      this.#drop(subject)
    }
  }

  release({ touched }: Effects): void {
    // Rows read during the commit may be from before it.
    if (touched === 'all' || touched.length > 0) this.#generation++
    if (touched === 'all') {
      this.#heldAll--
      return
    }
    for (const subject of touched.map(idOf)) {
      const holders = (this.#heldSubjects.get(subject) ?? 1) - 1
      if (holders === 0) this.#heldSubjects.delete(subject)
      else this.#heldSubjects.set(subject, holders)
    }
  }
}

function idOf(uuid: string): string {
  return encodeId('directoryUser', uuid)
}

/** Lowers the flags of a subject's bodies; true when one of them was up. */
function lowerFlags(bodies: ReadonlyMap<string, ReadyBody>): boolean {
  let wasUsed = false
  for (const body of bodies.values()) {
    wasUsed ||= body.isUsed
    body.isUsed = false
  }
  return wasUsed
}
