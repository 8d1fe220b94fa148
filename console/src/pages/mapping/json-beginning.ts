const quote = 0x22
const comma = 0x2c
const openList = 0x5b
const backslash = 0x5c
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** An open list or object, or the text itself, around the end of the beginning. */
type Around = {
  /** What closes it; 0 for the text itself. */
  close: number
  /** Its elements so far that are lists or objects. */
  elements: number
  /** Where its last complete element ended; -1 if there is none. */
  end: number
}

/** So many records stand in a list, and not side by side in an object that wraps one. */
const severalRecords = 10

/**
 * The first bytes of a JSON text, cut behind its last complete record, with the brackets closed that were open there: a list, a
 * list inside of objects, an object of records, or records in a row. Null where no record is complete.
 */
export function jsonBeginning(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const around = openAt(bytes)
  const level = [
    around.findIndex(({ elements }) => elements >= severalRecords),
    // Few records, or the object that wraps a list, behind it.
    outermostOf(around),
    // Of pages in a row those that are complete.
    0,
  ].find((each) => (around[each]?.end ?? -1) >= 0)
  if (level === undefined) return null
  const closing = around.slice(0, level + 1).flatMap(({ close }) => (close === 0 ? [] : [close]))
  const end = around[level]?.end ?? 0
  const cut = new Uint8Array(end + closing.length)
  cut.set(bytes.subarray(0, end))
  cut.set(closing.toReversed(), end)
  return cut
}

/** The outermost list that is open, else the outermost object with a list or object inside. */
function outermostOf(around: readonly Around[]): number {
  const list = around.findIndex(({ close }) => close === closeList)
  if (list >= 0) return list
  return around.findIndex(({ close, elements }) => close !== 0 && elements > 0)
}

/** What is open at the end of the bytes, the text itself first. */
function openAt(bytes: Uint8Array): Around[] {
  const around: Around[] = [{ close: 0, elements: 0, end: -1 }]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === quote) at = endOfString(bytes, at)
    else if (byte === openList || byte === openObject)
      around.push({ close: byte === openList ? closeList : closeObject, elements: 0, end: -1 })
    else if ((byte === closeList || byte === closeObject) && around.length > 1) {
      around.pop()
      const outer = around.at(-1)
      if (outer === undefined) continue
      outer.elements += 1
      outer.end = at + 1
    } else if (byte === comma) {
      const here = around.at(-1)
      if (here !== undefined && here.close !== 0) here.end = at
    }
  }
  return around
}

/** Where the string that begins there ends; the length of the bytes if it does not. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let before = end - 1
    while (bytes[before] === backslash) before -= 1
    if ((end - before) % 2 === 1) return end
  }
  return bytes.length
}
