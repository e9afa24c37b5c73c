/**
 * How far a sealed file proves its time (ETSI EN 319 142-1): by the clock of the server alone, by that of an authority,
 * or so that it can be checked when all certificates are over.
 */
export const sealLevels = ['B-B', 'B-T', 'B-LTA'] as const;
export type SealLevel = (typeof sealLevels)[number];
