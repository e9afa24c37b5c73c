/**
 * How a sealed file proves its time (ETSI EN 319 142-1): only the server clock, a timestamp from an authority,
 * or a form that can be verified after all certificates have expired.
 */
export const sealLevels = ['B-B', 'B-T', 'B-LTA'] as const;
export type SealLevel = (typeof sealLevels)[number];
