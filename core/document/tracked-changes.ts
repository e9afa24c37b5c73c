/** The sender's options for tracked changes in a Word file before it is converted. */
export const trackedChangeChoices = ['accept', 'reject', 'show'] as const;
export type TrackedChangeChoice = (typeof trackedChangeChoices)[number];
