/** The pad of the specification (§9): its size, and the width of its pen, in pad units. */
export const pad = { width: 600, height: 200 };
export const pen = { minWidth: 0.5, maxWidth: 2.5, penColor: '#16265f' };
