import type { RecipientForm } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { MEMBERS_MAX } from '../../../../src/batches/limits.ts'
import { Button } from '../../components/Button.tsx'
import { FileField } from '../../components/FileField.tsx'
import { FileRows } from './FileRows.tsx'
import { readRows } from './read-rows.ts'
import { columnsOf, saveTemplate } from './template.ts'

type Props = {
  readonly name: string
  readonly sourceCurrency: string
  readonly targetCurrency: string
  readonly form: RecipientForm
}

/** The template to download, the choice of the filled-in file, and its rows. */
export function FileUpload({ form, ...batch }: Props) {
  const columns = columnsOf(form)
  const read = useMutation({ mutationFn: (file: File) => readRows(file, columns) })
  return (
    <>
      <div className="form">
        <div>
          <Button onPress={() => saveTemplate(form, batch.targetCurrency)}>
            Download the template
          </Button>
        </div>
        <FileField
          accept=".csv"
          description={`CSV in UTF-8, at most ${MEMBERS_MAX} rows. Each amount is the amount that the recipient gets.`}
          error={read.error?.message}
          label="File"
          onChoose={([file]) => {
            read.reset()
            if (file) read.mutate(file)
          }}
        />
      </div>
      {read.data && (
        <FileRows
          columns={columns}
          form={form}
          key={read.submittedAt}
          rows={read.data}
          {...batch}
        />
      )}
    </>
  )
}
