// A test file loaded under another address (test/journeys/in-dialect.test.ts).
declare module '*.test.ts?dialect'
