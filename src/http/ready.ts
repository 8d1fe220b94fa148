/** Bytes that need no serialisation: their maker has already let out only what the schema names. */
export class Ready {
  readonly bytes: Buffer
  readonly etag: string

  constructor(bytes: Buffer, etag: string) {
    this.bytes = bytes
    this.etag = etag
  }
}
