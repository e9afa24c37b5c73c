import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's top folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** A path inside the checkout. */
export const inRoot = (...parts) => path.join(root, ...parts);
