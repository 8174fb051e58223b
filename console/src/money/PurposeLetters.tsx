/** Explains the letters in the purposes of journals. */
export function PurposeLetters() {
  return (
    <p className="muted">
      S is what the sender pays, F the fee and T what arrives; of a card payment A is its amount and
      D what it costs the balance.
    </p>
  )
}
