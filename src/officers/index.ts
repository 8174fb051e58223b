// The exports of directors and owners that other modules may use.

export { addOfficers, directorList, ownerList } from './change-list.ts'
