// The endpoints of verification: identity documents, and the additional verification of customers in the EEA.

export * from './checks/api.ts'
export * from './documents/api.ts'
