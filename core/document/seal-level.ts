/**
 * Proof of time in a sealed file (ETSI EN 319 142-1): by the server clock alone, by the timestamp of an
 * authority, or in a form that can be verified after all certificates have expired.
 */
export const sealLevels = ['B-B', 'B-T', 'B-LTA'] as const;
export type SealLevel = (typeof sealLevels)[number];
