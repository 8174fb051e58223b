// The endpoints of verification: identity documents, the additional verification of customers in the EEA, and both together.

export * from './checks/api.ts'
export * from './documents/api.ts'
export * from './overview/api.ts'
