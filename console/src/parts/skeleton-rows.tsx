import classes from './data-table.module.css'

const widths = ['62%', '48%', '74%', '55%', '40%', '68%', '51%']

/** Rows that are still being read, as high as the rows that come. */
export function SkeletonRows({ columns, rows = 16 }: { columns: number; rows?: number }) {
  return (
    <div role="rowgroup" className={classes['skeletons']}>
      {Array.from({ length: rows }, (_row, row) => (
        <div key={row} role="row" className={classes['skeleton']}>
          {Array.from({ length: columns }, (_cell, cell) => (
            <div key={cell} role="gridcell" className={classes['cell']}>
              <span
                className={classes['bone']}
                style={{ width: widths[(row * 3 + cell * 2) % widths.length] }}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
