/**
 * Times in milliseconds. A session expires after an hour without a request, and after twelve hours in any
 * case (S-03).
 */
export const sessionTimes = { idle: 60 * 60_000, absolute: 12 * 60 * 60_000 };
