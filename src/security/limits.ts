// The limits of wrong answers, codes and phone numbers. The console imports this file, so it imports nothing.

/** Wrong answers of one factor that lock this factor (D113). */
export const WRONG_ANSWERS_MAX = 5
/** Wrong answers of all factors within a day that lock the user (D113). */
export const WRONG_ANSWERS_DAILY_MAX = 10
/** Codes sent within the timer `sentCodes`: for challenges, and in a separate count for changed phone numbers (D113). */
export const CODES_SENT_MAX = 5
/** Phone numbers added within the timer `phoneCreations` (D31a). */
export const PHONE_CREATIONS_MAX = 3
