import './loading.css'

/** Shown in place of content that is being loaded. */
export function Loading({ label }: { readonly label: string }) {
  return (
    <p className="loading" role="status">
      {label}…
    </p>
  )
}
