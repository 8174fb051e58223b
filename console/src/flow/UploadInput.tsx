import { useMutation } from '@tanstack/react-query'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { FileField } from '../components/FileField.tsx'
import { useWorkspace } from '../workspace.ts'
import type { Upload } from './fields.ts'
import { messagesOf, uploadFile } from './flow-requests.ts'

/** The key of the mutations that send a file. While one is pending, `StepForm` does not send the form. */
export const UPLOAD_KEY = ['flow upload']

type Props = {
  readonly label: string
  readonly upload: Upload
  readonly isUploaded: boolean
  readonly error: string | undefined
  /** Receives the id of the file; undefined when no file is chosen. */
  readonly onChange: (id: string | undefined) => void
}

/** A file, which is sent as soon as it is chosen. */
export function UploadInput({ label, upload, isUploaded, error, onChange }: Props) {
  const { send } = useWorkspace()
  const sendFile = useMutation({
    mutationKey: UPLOAD_KEY,
    mutationFn: (file: File) => uploadFile(send, upload, file),
    onSuccess: onChange,
  })
  const message = messagesOf(sendFile.error)[upload.param]
  return (
    <div>
      <FileField
        description={upload.hint}
        error={message ?? error}
        isDisabled={sendFile.isPending}
        label={label}
        onChoose={([file]) => {
          onChange(undefined)
          sendFile.reset()
          if (file) sendFile.mutate(file)
        }}
      />
      <p className="muted" role="status">
        {sendFile.isPending && 'Sending the file…'}
        {isUploaded && 'The file was sent.'}
      </p>
      {sendFile.error && !message && <ErrorNotice error={sendFile.error} />}
    </div>
  )
}
