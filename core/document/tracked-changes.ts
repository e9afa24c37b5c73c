/** Options for tracked changes, which are applied before a Word file is converted. */
export const trackedChangeChoices = ['accept', 'reject', 'show'] as const;
export type TrackedChangeChoice = (typeof trackedChangeChoices)[number];
