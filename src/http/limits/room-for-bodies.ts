import { getHeapStatistics } from 'node:v8'

const megabyte = 1024 * 1024

/** So many megabytes of ready bodies, at most: they live in Node's heap, beside everything else, and get half of it. */
export function roomForBodiesMegabytes(): number {
  return Math.floor(heapMegabytes() / 2)
}

/** Throws a message with instructions if a full cache of bodies would end the process. */
export function requireRoomForBodies(cacheBytes: number): void {
  const wanted = cacheBytes / megabyte
  const room = roomForBodiesMegabytes()
  if (wanted <= room) return
  throw new Error(
    `MUSTER_CACHE_MB is ${wanted}, and Node's heap, which holds it, has ${heapMegabytes()} MB: half of that, ${room}, is the most. ` +
      `Give less, or start with NODE_OPTIONS=--max-old-space-size=${wanted * 2}.`,
  )
}

function heapMegabytes(): number {
  return Math.floor(getHeapStatistics().heap_size_limit / megabyte)
}
