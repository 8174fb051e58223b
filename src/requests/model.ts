// The rules of the log and of its search. The grammar is in `search/`.

/** What the header X-idempotence-uuid did. */
export const idempotencies = ['none', 'first', 'replayed', 'reused'] as const
export type Idempotency = (typeof idempotencies)[number]
