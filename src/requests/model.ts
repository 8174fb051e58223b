// The rules of the log and of its search. The grammar is in `search/`.

/** The effects that the header X-idempotence-uuid can have. */
export const idempotencies = ['none', 'first', 'replayed', 'reused'] as const
export type Idempotency = (typeof idempotencies)[number]
