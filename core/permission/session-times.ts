/**
 * Times in milliseconds. A session expires after an hour without requests, and at the latest after twelve hours
 * (S-03).
 */
export const sessionTimes = { idle: 60 * 60_000, absolute: 12 * 60 * 60_000 };
