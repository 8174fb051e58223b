// `npm run test:mutation`: changes the pure rules, the prices and the journals, one operator at a time. At least
// 85 % of the changes must fail a test (vitest.mutation.config.ts).

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  // This file does not exist. Stryker would rewrite an existing one with an API that TypeScript 7 no longer has.
  tsconfigFile: 'tsconfig.stryker.json',
  mutate: [
    'src/**/model.ts',
    'src/quotes/pricing/{notices,order,price-options,recipient}.ts',
    'src/ledger/card-journals.ts',
    'src/ledger/journals.ts',
    'src/kernel/money.ts',
    'src/kernel/decimal.ts',
  ],
  ignorePatterns: ['.godwit', 'bench', 'docs'],
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false },
  timeoutMS: 2000,
  thresholds: { high: 95, low: 85, break: 85 },
}
