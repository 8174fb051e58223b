import './loading.css'

/** Takes the place of content that is on its way. */
export function Loading({ label }: { readonly label: string }) {
  return (
    <p className="loading" role="status">
      {label}…
    </p>
  )
}
