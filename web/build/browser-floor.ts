/** The oldest browsers that every page supports, as README.md says. Newer syntax is rewritten for them. */
export const browserFloor = ['safari16.4', 'chrome111', 'edge111', 'firefox115'];
