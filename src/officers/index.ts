export { addOfficers, directorList, ownerList } from './change-list.ts'
