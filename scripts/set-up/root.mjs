import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Returns a path inside the checkout. */
export const inRoot = (...parts) => path.join(root, ...parts);
