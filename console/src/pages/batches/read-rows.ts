// The rows of a file, with what is wrong in which row and column before the service sees them.

import { parseCsv } from './csv.ts'

export type Fault = { readonly column: string; readonly message: string }
export type Row = {
  /** Where the row begins in the file, from 1. */
  readonly line: number
  readonly values: Readonly<Record<string, string>>
  readonly faults: readonly Fault[]
}

/** What a batch group holds. */
const ROWS_MAX = 1000
const BYTES_MAX = 2 ** 20

/** Throws when the file as a whole cannot be used. */
export async function readRows(file: File, columns: readonly string[]): Promise<Row[]> {
  if (file.size > BYTES_MAX)
    throw new Error(
      `The file has ${(file.size / 2 ** 20).toFixed(1)} MiB. A batch of ${ROWS_MAX} rows fits into 1 MiB.`,
    )
  const [header, ...body] = parseCsv(await textOf(file))
  if (header === undefined) throw new Error('The file is empty.')
  const names = header.cells.map((cell) => cell.trim())
  checkHeader(names, columns)
  if (body.length === 0) throw new Error('The file has no row after its first one.')
  if (body.length > ROWS_MAX)
    throw new Error(`The file has ${body.length} rows. A batch group holds ${ROWS_MAX}: split it.`)
  return body.map(({ line, cells }) => {
    const values = Object.fromEntries(
      names.map((name, index) => [name, cells[index]?.trim() ?? '']),
    )
    return { line, values, faults: faultsOf(names, cells, values) }
  })
}

async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('The file is not UTF-8. Save it as “CSV UTF-8” and choose it again.')
  }
}

function checkHeader(names: readonly string[], columns: readonly string[]): void {
  const wrong = names.find((name) => !columns.includes(name))
  if (wrong !== undefined)
    throw new Error(`The column “${wrong}” is unknown. The template has ${columns.join(', ')}.`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`The column “${twice}” is there twice.`)
  if (!names.includes('amount')) throw new Error('The column “amount” is missing.')
}

function faultsOf(
  names: readonly string[],
  cells: readonly string[],
  values: Row['values'],
): Fault[] {
  const faults = names.flatMap((column): Fault[] =>
    /^[=@]/.test(values[column] ?? '')
      ? [{ column, message: 'Enter the value, not a formula.' }]
      : [],
  )
  if (cells.length > names.length)
    faults.push({
      column: '',
      message: `The row has ${cells.length} cells, the first ${names.length}.`,
    })
  if (!/^\d+(\.\d+)?$/.test(values['amount'] ?? ''))
    faults.push({ column: 'amount', message: 'Enter an amount such as 1234.50.' })
  return faults
}
