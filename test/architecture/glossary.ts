// The words that CONTRIBUTING.md's glossary replaces, and how they are recognised. glossary.test.ts
// checks that the table in CONTRIBUTING.md equals `glossary`.

export type GlossaryEntry = {
  /** The term of the field. */
  readonly use: string
  /** The words that `use` replaces, as the table shows them. */
  readonly insteadOf: string
  /** A word of an identifier (`countPaidOrders` has three), in lower case. */
  readonly words?: RegExp
  /** A whole identifier. */
  readonly identifiers?: RegExp
  /** Text that a comment, a message, a test title or a document must not contain. */
  readonly phrases?: RegExp
}

export const glossary: readonly GlossaryEntry[] = [
  {
    use: 'write step',
    insteadOf: 'part (of a write)',
    identifiers: /^(?:part|Part|parts|PartText|partOf)$/,
    phrases: /\bparts? of (?:a|the) write\b|\bwritten in parts\b|\bcomes in parts\b/,
  },
  {
    use: 'input, context, events',
    insteadOf: 'asked, given, told',
    words: /^(?:asked|given|told)$/,
    phrases: /\basked\b|\btold\b/,
  },
  {
    use: 'request index',
    insteadOf: 'place (of a row in a batch)',
    identifiers: /^(?:place|placed)$/,
  },
  {
    use: 'batch, batched, batcher',
    insteadOf: 'gather, gathered, gatherer',
    words: /^gather(?:s|ed|ing|er|ers)?$/,
    phrases: /\bgather(?:s|ed|ing|er)?\b/,
  },
  {
    use: 'unbatched; long or short lock timeout',
    insteadOf: 'apart, alone; patient, quick',
    words: /^(?:apart|patient|patience|alone)$/,
    phrases: /\bapart\b(?! from)|\bpatien(?:t|ce)\b/,
  },
  {
    use: 'sequence, balance entry, AccountChange',
    insteadOf: 'step (of an account), Stepped',
    identifiers: /^(?:balance_?steps?|balanceSteps?|Stepped|stepped|stepsOf)$/i,
    phrases: /\bbalance(?:'s)? steps?\b/,
  },
  { use: 'event count', insteadOf: 'announced (on a row)', words: /^announced?$/ },
  {
    use: 'retry',
    insteadOf: 'run again',
    identifiers: /^(?:runAgain|RetryNeeded|askAgain)$/,
    phrases: /\brun(?:s|ning)? again\b|\bran again\b/,
  },
  { use: 'failed (guard), onGuardFailed', insteadOf: 'lost (guard)', identifiers: /^lost$/ },
  { use: 'withIdempotencyKey, readOnce and so on', insteadOf: 'once', identifiers: /^once$/ },
  {
    use: 'refusal with side effects',
    insteadOf: 'refused and kept',
    identifiers: /^kept$/i,
    phrases: /\bwhat (?:a|the) refusal keeps\b/,
  },
  {
    use: 'approval, method, factor state, concurrent use, already used',
    insteadOf: 'Pass, Way, Stance, Outrun, spent',
    words: /^(?:stance|outrun|spent)$/,
    identifiers: /^(?:Pass|Way|Ways|way|ways|findWay)$/,
    phrases: /\boutrun\b|\bspent (?:token|quote|code|approval)/,
  },
  {
    use: 'workers, run, lastError, wake, hasWork, draining',
    insteadOf: 'crew, shift, mishap, rouse, news, leaving',
    words: /^(?:crew|mishap|rouse|news|leaving)$/,
    phrases: /\b(?:crew|mishap|rouse[sd]?)\b/,
  },
  {
    use: 'App, HTTP layer, WorkerContext, EndpointDeclaration, KeyStore',
    insteadOf: 'House, roof, Workshop, Plate, KeyChest',
    words: /^(?:roof|workshop|plate|chest|furniture|hall)$/,
    identifiers: /house(?!_?accounts?)/i,
    phrases: /\bhouse\b(?! accounts?)|\b(?:roof|workshop|open plan|by the window|the building)\b/i,
  },
  {
    use: 'house account (of the ledger)',
    insteadOf: 'operator account',
    identifiers: /operator_?(?:accounts?|balances?)/i,
    phrases: /\boperator(?:'s)? accounts?\b|\baccounts? of the operator\b/i,
  },
  { use: 'module files', insteadOf: 'furniture', phrases: /\bfurniture\b/i },
  {
    use: 'architecture tests, cases, population, hostile inputs',
    insteadOf: 'house tests, scenes, crowd, hostility',
    words: /^(?:scenes?|crowd|hostility)$/,
    phrases: /\b(?:scenes?|crowd|hostility)\b/,
  },
  {
    use: 'active issues, refund destination, extra fields',
    insteadOf: 'cases (of a transfer), purse, beside',
    words: /^(?:purse|beside)$/,
    identifiers: /^(?:ActiveCase|activeCase|activeCases)$/,
    phrases: /\bpurse\b/,
  },
  { use: 'simulation', insteadOf: 'hand (of the sandbox)', phrases: /\bsandbox's hand\b/ },
  {
    use: 'generate (an id)',
    insteadOf: 'draw (an id)',
    identifiers: /^(?:draw|drawn|drawId|drawIds|draw_id|drawnId)$/,
    phrases: /\bdraws? (?:an|the|its|new) (?:ids?|numbers?)\b/,
  },
  { use: 'random, generate', insteadOf: 'fresh', identifiers: /^(?:fresh|Fresh)$/ },
  {
    use: 'returns, contains, has',
    insteadOf: 'tells, says, knows (of code)',
    words: /^(?:tells|says|knows)$/,
    phrases: /\b(?:tells|says|knows)\b/,
  },
  {
    use: 'to fix',
    insteadOf: 'to mend',
    words: /^mend(?:s|ed)?$/,
    phrases: /\bmend(?:s|ed|ing)?\b/,
  },
  {
    use: 'the subject by its name',
    insteadOf: 'whoever, that which, that is none, of its own',
    phrases:
      /\b(?:whoever|whomever|that which)\b|\b(?:that|which|what) (?:is|are) none\b|\bof (?:its|their|his|one's) own\b/i,
  },
]
