import { freePort } from '../src/http/free-port.ts'

/** That port on loopback if it is free, else any free one. */
export async function findPort(preferred: number): Promise<number> {
  const host = '127.0.0.1'
  return freePort(host, preferred).catch(() => freePort(host, 0))
}
