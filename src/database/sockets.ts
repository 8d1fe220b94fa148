import { Socket } from 'node:net'

/**
 * The sockets to one PostgreSQL. A network that went silent closes none of them, and Node has no limit for what was
 * sent and never acknowledged. The lease (lease.ts) notices the silence and destroys them, and what waits on them fails.
 */
export class Sockets {
  readonly #open = new Set<Socket>()

  /** As the `stream` of a client's configuration. */
  readonly make = (): Socket => {
    const socket = new Socket()
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    return socket
  }

  /** @returns how many there were */
  destroy(): number {
    const many = this.#open.size
    for (const socket of this.#open) socket.destroy()
    return many
  }
}
