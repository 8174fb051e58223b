// What an operator may set and a use case must know. The roof reads it from the environment and
// hands it in with the context of each request and sweep.

export type Settings = {
  /** How many unfunded transfers of a profile may hold a locked rate; 0 is no limit (D12a). */
  readonly lockedRateTransfersMax: number
  /** Funded transfers move on by themselves after so many seconds (sandbox, D23). */
  readonly autoAdvanceSeconds: number | undefined
}

export const defaultSettings: Settings = {
  lockedRateTransfersMax: 3,
  autoAdvanceSeconds: undefined,
}
