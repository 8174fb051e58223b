/** Explains the letters in the purposes of journals. */
export function PurposeLetters() {
  return (
    <p className="muted">
      In transfers, S is the amount that the sender pays, F the fee, and T the amount that arrives.
      In card payments, A is the amount of the payment, and D the amount that the balance pays.
    </p>
  )
}
