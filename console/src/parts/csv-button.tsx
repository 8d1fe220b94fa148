import { Button } from '@mantine/core'
import type { MusterError } from 'muster-sdk'
import { useEffect, useRef, useState } from 'react'
import type { Column } from './columns.ts'
import { Icon } from './icon.tsx'

/** Reads a whole list and saves it as CSV. Pressed again while it reads, it stops. Absent where the list is refused. */
export function CsvButton<Row>({
  list,
  name,
  columns,
  read,
}: {
  /** The same, as it is shown. */
  list: { error: MusterError | null }
  /** Of the file, without its ending. */
  name: string
  columns: readonly Column<Row>[]
  read: (signal: AbortSignal) => AsyncIterable<Row>
}) {
  const [count, setCount] = useState<number>()
  const [hasFailed, setHasFailed] = useState(false)
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])
  const start = async () => {
    const controller = new AbortController()
    reading.current = controller
    setHasFailed(false)
    setCount(0)
    try {
      // Most pages are left without a download.
      const { csvOf } = await import('./csv.ts')
      const rows: Row[] = []
      for await (const row of read(controller.signal))
        if (rows.push(row) % 500 === 0) setCount(rows.length)
      saveFile(`${name}.csv`, csvOf(columns, rows))
    } catch {
      setHasFailed(!controller.signal.aborted)
    } finally {
      setCount(undefined)
    }
  }
  if (list.error?.status === 403) return null
  const label = hasFailed ? 'CSV failed, try again' : 'CSV'
  return (
    <Button
      leftSection={<Icon name={count === undefined ? 'download' : 'close'} size={14} />}
      onClick={() => (count === undefined ? void start() : reading.current?.abort())}
    >
      {count === undefined ? label : `${count.toLocaleString('en')} rows …`}
    </Button>
  )
}

/** Lets the browser save a text as a file. The mark at the beginning tells spreadsheets that it is UTF-8. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
