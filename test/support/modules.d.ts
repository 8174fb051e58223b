// A test file loaded under another address (test/scenarios/in-dialect.test.ts).
declare module '*.test.ts?dialect'
