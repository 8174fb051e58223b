import { Status } from '../../../components/Status.tsx'

type Props = { readonly result: { readonly declined: string | null } | undefined }

/** The result of a payment, as the terminal displays it; nothing before a payment. */
export function PaymentResult({ result }: Props) {
  return (
    <span role="status">
      {result?.declined === null && <Status tone="good">approved</Status>}
      {result?.declined && (
        <>
          <Status tone="bad">declined</Status> <code>{result.declined}</code>
        </>
      )}
    </span>
  )
}
