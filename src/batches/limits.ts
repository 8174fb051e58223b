// The limits of a batch group. The console imports this file, so it imports nothing.

/** How many transfers a group may have, cancelled ones included (Facts 11, gap 123). */
export const MEMBERS_MAX = 1000
/** In characters (A 8). */
export const NAME_LENGTH_MAX = 100
