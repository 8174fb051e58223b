// The endpoints of verification: identity documents, the additional verification of customers in the European Economic
// Area, and an overview of both.

export * from './checks/api.ts'
export * from './documents/api.ts'
export * from './overview/api.ts'
