// Reads the rows of a file, each with the faults that can be found without the service.

import { MEMBERS_MAX } from '../../../../src/batches/limits.ts'
import { parseCsv } from './csv.ts'

export type Fault = {
  /** Empty for a fault of the whole row. */
  readonly column: string
  readonly message: string
}
export type Row = {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number
  readonly values: Readonly<Record<string, string>>
  readonly faults: readonly Fault[]
}

const BYTES_PER_MIB = 2 ** 20
/** Enough for `MEMBERS_MAX` rows of about 1,000 bytes. */
const BYTES_MAX = BYTES_PER_MIB

/** Throws when the file as a whole cannot be used. */
export async function readRows(file: File, columns: readonly string[]): Promise<Row[]> {
  if (file.size > BYTES_MAX)
    throw new Error(
      `The file has ${mebibytesOf(file)} MiB, but at most ${BYTES_MAX / BYTES_PER_MIB} MiB are allowed. Remove columns or split the file.`,
    )
  const [header, ...body] = parseCsv(await textOf(file))
  if (header === undefined)
    throw new Error('The file is empty. Download the template and fill it in.')
  const names = header.cells.map((cell) => cell.trim())
  checkHeader(names, columns)
  if (body.length === 0)
    throw new Error('The file has no row after its first one. Add a row for each transfer.')
  if (body.length > MEMBERS_MAX)
    throw new Error(
      `The file has ${body.length} rows, but a batch has at most ${MEMBERS_MAX} transfers. Split the file.`,
    )
  return body.map(({ line, cells }) => {
    const values = Object.fromEntries(
      names.map((name, index) => [name, cells[index]?.trim() ?? '']),
    )
    return { line, values, faults: faultsOf(names, cells, values) }
  })
}

/** The size in MiB, rounded up, so that a file over the limit never has the text of the limit. */
function mebibytesOf({ size }: File): string {
  return (Math.ceil((size / BYTES_PER_MIB) * 10) / 10).toFixed(1)
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
  const unknownColumn = names.find((name) => !columns.includes(name))
  if (unknownColumn !== undefined)
    throw new Error(
      `The column “${unknownColumn}” is unknown. Use the columns of the template: ${columns.join(', ')}.`,
    )
  const repeatedColumn = names.find((name, index) => names.indexOf(name) !== index)
  if (repeatedColumn !== undefined)
    throw new Error(`The column “${repeatedColumn}” occurs more than once. Keep one of them.`)
  if (!names.includes('amount')) throw new Error('The column “amount” is missing. Add it.')
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
      message: `The row has ${cells.length} cells, but the first row has ${names.length}. Put quotes around cells with commas.`,
    })
  if (!/^\d+(\.\d+)?$/.test(values['amount'] ?? ''))
    faults.push({ column: 'amount', message: 'Enter an amount such as 1234.50.' })
  return faults
}
