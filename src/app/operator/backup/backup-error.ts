/** A sentence for the operator: why a backup was not made or not restored. */
export class BackupError extends Error {}
