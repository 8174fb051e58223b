// What other modules may use of directors and owners.

export { addOfficers, directorList, ownerList } from './change-list.ts'
