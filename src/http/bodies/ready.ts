import { compress, type Coding } from './compression.ts'

/** An answer that is JSON text, as it is or in UTF-8: its maker has let out only what the schema names. */
export class JsonText {
  readonly text: string | Uint8Array

  constructor(text: string | Uint8Array) {
    this.text = text
  }
}

/** Text that needs no serialisation: its maker has already let out only what the schema names. */
export class Ready {
  /**
   * The body as it is sent: a character for each byte of its UTF-8. Node sends a head and such a text in one piece,
   * but a head and a Buffer in two, which is slower.
   */
  readonly wire: string
  readonly etag: string

  /** False for an answer that shows what is not settled: it must not be cached. */
  readonly isSettled: boolean
  #compressed: Partial<Record<Coding, string | Promise<string>>> | undefined

  constructor(text: string, etag: string, isSettled = true) {
    const bytes = Buffer.from(text)
    // What is ASCII is its own wire form.
    this.wire = bytes.length === text.length ? text : bytes.toString('latin1')
    this.etag = etag
    this.isSettled = isSettled
  }

  text(): string {
    return Buffer.from(this.wire, 'latin1').toString()
  }

  /** The wire form in that coding, which is made when it is first asked for. */
  compressed(coding: Coding): string | Promise<string> {
    this.#compressed ??= {}
    return (this.#compressed[coding] ??= this.#compress(coding, this.#compressed))
  }

  async #compress(
    coding: Coding,
    compressed: Partial<Record<Coding, string | Promise<string>>>,
  ): Promise<string> {
    try {
      const bytes = await compress(coding, Buffer.from(this.wire, 'latin1'))
      const wire = bytes.toString('latin1')
      compressed[coding] = wire
      this.grow(wire.length)
      return wire
    } catch (error) {
      delete compressed[coding]
      throw error
    }
  }

  /** It takes that many more bytes now. */
  protected grow(_bytes: number): void {
    // Nothing counts those of an answer that is not kept.
  }
}
